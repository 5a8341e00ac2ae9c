/* A set of moves: bit i % 64 of word i / 64 says whether move i is in it. */
typedef struct game_moves {
    uint64_t words[PERFECT_PLAY_WORDS];
} game_moves;

static inline game_moves game_no_moves_(void)
{
    game_moves moves;
    unsigned word;
    for (word = 0; word < PERFECT_PLAY_WORDS; word++) {
        moves.words[word] = 0;
    }
    return moves;
}

/* Whether the move is in the set. */
static inline bool game_has(game_moves moves, unsigned move)
{
    return move < 64 * PERFECT_PLAY_WORDS && (moves.words[move / 64] >> move % 64 & 1) != 0;
}

static inline void game_add_(game_moves *moves, unsigned move)
{
    moves->words[move / 64] |= (uint64_t)1 << move % 64;
}

static inline void game_remove_(game_moves *moves, unsigned move)
{
    moves->words[move / 64] &= ~((uint64_t)1 << move % 64);
}
