
/* The board. */
#define GAME_COLUMNS PERFECT_PLAY_COLUMNS
#define GAME_ROWS PERFECT_PLAY_ROWS
#define GAME_CELLS (GAME_COLUMNS * GAME_ROWS)

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

/* Reads a board. Gives the number of the character that is wrong, from 1, or 0. */
static inline size_t game_read_text_(const char *text, uint8_t cells[GAME_CELLS])
{
    bool slash_allowed = false;
    int cell = 0;
    size_t at;
    for (at = 0; text[at] != '\0'; at++) {
        const char found = text[at];
        if (found == '/' && slash_allowed) {
            slash_allowed = false;
            continue;
        }
        if (cell == GAME_CELLS) {
            break;
        }
        if (found == 'X' || found == 'x') {
            cells[cell] = 1;
        } else if (found == 'O' || found == 'o') {
            cells[cell] = 2;
        } else if (found == '.' || found == '_' || found == '-' ||
                   (GAME_CELLS <= 10 && found >= '0' && found <= '9' && found - '0' == cell)) {
            cells[cell] = 0;
        } else {
            break;
        }
        cell++;
        slash_allowed = cell < GAME_CELLS && cell % GAME_COLUMNS == 0;
    }
    return cell < GAME_CELLS || text[at] != '\0' ? at + 1 : 0;
}
PERFECT_PLAY_COLUMNS_PLAYED

/*
 * The code of a board as text.
PERFECT_PLAY_NOTATION
 * After GAME_BAD_BOARD `place` is the number of the character that is wrong, from 1; it may be null.
 */
static inline game_status game_code_of_text(const char *text, uint64_t *code, size_t *place)
{
    uint8_t cells[GAME_CELLS];
    const size_t wrong = PERFECT_PLAY_READ(text, cells);
    if (wrong == 0) {
        return game_code_of_cells(cells, code);
    }
    if (place != NULL) {
        *place = wrong;
    }
    return GAME_BAD_BOARD;
}
