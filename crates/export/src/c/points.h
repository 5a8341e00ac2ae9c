/* An end that wins, with the most points; otherwise one of the best moves with a chance, otherwise any move. */
static inline game_status game_for_points_(uint64_t code, const uint8_t *record, uint32_t numerator,
                                           uint32_t denominator, game_random random_bits,
                                           void *context, uint8_t *move)
{
    const uint8_t *values, *after, *unused;
    const game_moves legal = game_legal_(record, &values);
    const game_moves best = game_best_of_(record, legal, false);
    const uint32_t all = game_count_(legal);
    game_moves ends = game_no_moves_();
    unsigned other;
    for (other = 0; other < GAME_MOVE_NUMBERS; other++) {
        if (!game_has(legal, other)) {
            continue;
        }
        if (*values > 127 && game_find_(game_after_(code, record, other), &after) == GAME_OK &&
            game_count_(game_legal_(after, &unused)) == 0) {
            game_add_(&ends, other);
        }
        values++;
    }
    if (game_count_(ends) > 0) {
        return game_choose_from_(game_best_of_(record, ends, false), 1, 1, game_no_moves_(),
                                 random_bits, context, move);
    }
    numerator = numerator * all + (denominator - numerator) * game_count_(best);
    return game_choose_from_(best, numerator, denominator * all, legal, random_bits, context, move);
}

static inline game_status game_look_ahead_(uint64_t code, const uint8_t *record, unsigned plies,
                                           game_random random_bits, void *context, uint8_t *move)
{
    const uint8_t *values;
    if (plies == 0) {
        return game_choose_from_(game_legal_(record, &values), 1, 1, game_no_moves_(), random_bits,
                                 context, move);
    }
    return game_for_points_(code, record, plies - 1, plies, random_bits, context, move);
}

static inline game_status game_play_hard_(uint64_t code, const uint8_t *record,
                                          game_random random_bits, void *context, uint8_t *move)
{
    return game_for_points_(code, record, 9, 10, random_bits, context, move);
}
