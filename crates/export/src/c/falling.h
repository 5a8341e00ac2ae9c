/* The code after a mark of the side to move falls in a column that is not full. */
static inline uint64_t game_after_(uint64_t code, const uint8_t *record, unsigned column)
{
    uint64_t weight = 1, lowest = 0;
    unsigned cell;
    for (cell = 0; cell < GAME_CELLS; cell++) {
        if (cell % GAME_COLUMNS == column - 1 && code / weight % 3 == 0) {
            lowest = weight;
        }
        weight *= 3;
    }
    return code + (record[1] < 128 ? lowest : 2 * lowest);
}
