/* A set of moves: bit i says whether move i is in it. */
typedef uint64_t game_moves;

static inline game_moves game_no_moves_(void)
{
    return 0;
}

/* Whether the move is in the set. */
static inline bool game_has(game_moves moves, unsigned move)
{
    return move < 64 && (moves >> move & 1) != 0;
}

static inline void game_add_(game_moves *moves, unsigned move)
{
    *moves |= (uint64_t)1 << move;
}

static inline void game_remove_(game_moves *moves, unsigned move)
{
    *moves &= ~((uint64_t)1 << move);
}
