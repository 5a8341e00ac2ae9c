/* The code of the position after a legal move. */
static inline uint64_t game_after_(uint64_t code, const uint8_t *record, unsigned move)
{
    const uint8_t *values, *at;
    const game_moves legal = game_legal_(record, &values);
    unsigned other, byte;
    at = values + game_count_(legal);
    for (other = 0; other < move; other++) {
        at += game_has(legal, other) ? PERFECT_PLAY_CODE_BYTES : 0;
    }
    code = 0;
    for (byte = PERFECT_PLAY_CODE_BYTES; byte > 0; byte--) {
        code = code << 8 | at[byte - 1];
    }
    return code;
}
