/* The code after a mark of the side to move is put in an empty cell. */
static inline uint64_t game_after_(uint64_t code, const uint8_t *record, unsigned cell)
{
    uint64_t weight = record[1] < 128 ? 1 : 2;
    while (cell-- > 0) {
        weight *= 3;
    }
    return code + weight;
}
