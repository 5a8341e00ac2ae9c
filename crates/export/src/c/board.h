
/* The code of a board as a list of cells, from the top left: 0 is empty, 1 is X, 2 is O. */
static inline game_status game_code_of_cells(const uint8_t cells[GAME_CELLS], uint64_t *code)
{
    uint64_t sum = 0;
    int cell;
    for (cell = GAME_CELLS - 1; cell >= 0; cell--) {
        if (cells[cell] > 2) {
            return GAME_BAD_BOARD;
        }
        sum = 3 * sum + cells[cell];
    }
    *code = sum;
    return GAME_OK;
}

static inline bool game_is_space_(char found)
{
    return found == ' ' || (found >= '\t' && found <= '\r');
}

/* Reads a board. Returns 0, or the number of the first wrong character, counted from 1. `code` is then unchanged. */
static inline size_t game_read_text_(const char *text, uint64_t *code)
{
    bool slash_allowed = false;
    uint64_t sum = 0, weight = 1;
    int cell = 0;
    size_t at;
    for (at = 0; text[at] != '\0'; at++) {
        const char found = text[at];
        if (game_is_space_(found)) {
            continue;
        }
        if (found == '/' && slash_allowed) {
            slash_allowed = false;
            continue;
        }
        if (cell == GAME_CELLS) {
            break;
        }
        if (found == 'X' || found == 'x') {
            sum += weight;
        } else if (found == 'O' || found == 'o') {
            sum += 2 * weight;
        } else if (found != '.' && found != '_' && found != '-' &&
                   (GAME_CELLS > 10 || found < '0' || found > '9' || found - '0' != cell)) {
            break;
        }
        weight *= 3;
        cell++;
        slash_allowed = cell < GAME_CELLS && cell % GAME_COLUMNS == 0;
    }
    if (cell < GAME_CELLS || text[at] != '\0') {
        return at + 1;
    }
    *code = sum;
    return 0;
}
PERFECT_PLAY_COLUMNS_PLAYED

/*
 * The code of a board as text.
PERFECT_PLAY_NOTATION
 * After GAME_BAD_BOARD `place` is the number of the first wrong character, counted from 1. `place` may be null.
 */
static inline game_status game_code_of_text(const char *text, uint64_t *code, size_t *place)
{
    const size_t wrong = PERFECT_PLAY_READ(text, code);
    if (wrong == 0) {
        return GAME_OK;
    }
    if (place != NULL) {
        *place = wrong;
    }
    return GAME_BAD_BOARD;
}

/*
 * The code of a board as text, for the functions that take a code. GAME_NO_CODE if the text is not a board; these
 * functions then return GAME_NOT_A_POSITION.
 */
static inline uint64_t game_at(const char *text)
{
    uint64_t code = GAME_NO_CODE;
    PERFECT_PLAY_READ(text, &code);
    return code;
}

/*
 * The board as text, with a line for each row. game_at accepts this text. It ends with '\0', without a line
 * break before it.
 */
static inline game_status game_show(uint64_t code, char text[GAME_SHOW_SIZE])
{
    int cell;
    if (code >= GAME_CODES) {
        return GAME_NOT_A_POSITION;
    }
    for (cell = 0; cell < GAME_CELLS; cell++) {
        text[2 * cell] = ".XO"[code % 3];
        text[2 * cell + 1] = (cell + 1) % GAME_COLUMNS == 0 ? '\n' : ' ';
        code /= 3;
    }
    text[GAME_SHOW_SIZE - 1] = '\0';
    return GAME_OK;
}
