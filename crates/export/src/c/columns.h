
/*
 * Whether a text is the columns played: if it begins with a digit from 1 to 9 or has only digits. On a
 * small board `012...`, each empty cell with its own number, is a board instead.
 */
static inline bool game_is_columns_(const char *text)
{
    bool is_board = GAME_CELLS <= 10;
    size_t at;
    if (text[0] >= '1' && text[0] <= '9') {
        return true;
    }
    for (at = 0; text[at] >= '0' && text[at] <= '9'; at++) {
        is_board = is_board && at < GAME_CELLS && (size_t)(text[at] - '0') == at;
    }
    return text[at] == '\0' && !(is_board && at == GAME_CELLS);
}

/*
 * Reads a board, or the columns that marks fell into: who is to move, and whether the game is over, the
 * table says. Gives the number of the character that is wrong, from 1, or 0.
 */
static inline size_t game_read_text_or_columns_(const char *text, uint8_t cells[GAME_CELLS])
{
    int cell;
    size_t at;
    if (!game_is_columns_(text)) {
        return game_read_text_(text, cells);
    }
    if (GAME_COLUMNS > 9) {
        return 1;
    }
    for (cell = 0; cell < GAME_CELLS; cell++) {
        cells[cell] = 0;
    }
    for (at = 0; text[at] != '\0'; at++) {
        const int column = text[at] - '0';
        uint64_t code;
        game_entry entry;
        if (column < 1 || column > GAME_COLUMNS || game_code_of_cells(cells, &code) != GAME_OK ||
            game_probe(code, &entry) != GAME_OK || entry.best_move < 0) {
            return at + 1;
        }
        cell = GAME_CELLS - GAME_COLUMNS + column - 1;
        while (cell >= 0 && cells[cell] != 0) {
            cell -= GAME_COLUMNS;
        }
        if (cell < 0) {
            return at + 1;
        }
        cells[cell] = entry.to_move == GAME_X ? 1 : 2;
    }
    return 0;
}
