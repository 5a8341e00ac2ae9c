
/*
 * Whether a text is the columns played: it begins with a digit from 1 to 9, or has only digits. On a small
 * board `012...`, where each empty cell has its own number, is a board instead.
 */
static inline bool game_is_columns_(const char *text)
{
    bool is_board = GAME_CELLS <= 10;
    int digits = 0;
    for (; *text != '\0'; text++) {
        if (game_is_space_(*text)) {
            continue;
        }
        if (*text < '0' || *text > '9') {
            return false;
        }
        if (digits == 0 && *text != '0') {
            return true;
        }
        is_board = is_board && digits < GAME_CELLS && *text - '0' == digits;
        digits++;
    }
    return !(is_board && digits == GAME_CELLS);
}

/*
 * Reads a board, or the columns that marks fell into. The table tells who is to move and whether the game is
 * over. Returns 0, or the number of the first wrong character, counted from 1. `code` is then unchanged.
 */
static inline size_t game_read_text_or_columns_(const char *text, uint64_t *code)
{
    uint64_t reached = GAME_START;
    size_t at;
    if (!game_is_columns_(text)) {
        return game_read_text_(text, code);
    }
    for (at = 0; text[at] != '\0'; at++) {
        if (game_is_space_(text[at])) {
            continue;
        }
        if (GAME_COLUMNS > 9 || text[at] < '1' || text[at] > '9' ||
            game_play(reached, (unsigned)(text[at] - '0'), &reached) != GAME_OK) {
            return at + 1;
        }
    }
    if (GAME_COLUMNS > 9) {
        return at + 1;
    }
    *code = reached;
    return 0;
}
