/* The moves of who sees so many plies ahead: the soonest win in sight; otherwise all moves but the losses
 * in sight; otherwise the latest loss. */
static inline game_moves game_in_sight_(const uint8_t *record, unsigned plies)
{
    const uint8_t *values;
    const game_moves legal = game_legal_(record, &values);
    game_moves others = game_no_moves_();
    bool sees_win = false;
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        if (!game_has(legal, move)) {
            continue;
        }
        sees_win = sees_win || (*values > 127 && 254u - *values <= plies);
        if (*values >= 127 || *values > plies) {
            game_add_(&others, move);
        }
        values++;
    }
    return sees_win || game_count_(others) == 0 ? game_best_of_(record, legal, false) : others;
}

static inline game_status game_look_ahead_(uint64_t code, const uint8_t *record, unsigned plies,
                                           game_random random_bits, void *context, uint8_t *move)
{
    (void)code;
    return game_choose_from_(game_in_sight_(record, plies), 1, 1, game_no_moves_(), random_bits,
                             context, move);
}

static inline game_status game_play_hard_(uint64_t code, const uint8_t *record,
                                          game_random random_bits, void *context, uint8_t *move)
{
    (void)code;
    return game_choose_from_(game_in_sight_(record, 6), 9, 10, game_in_sight_(record, 2),
                             random_bits, context, move);
}
