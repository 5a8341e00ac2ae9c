/*
PERFECT_PLAY_HEAD
 */
#ifndef PERFECT_PLAY_GUARD
#define PERFECT_PLAY_GUARD

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
PERFECT_PLAY_TERMS
 *
 * If several files of a program include this header, each of them has its own copy of the data. To have the
 * data only once, define GAME_SHARED before the header in all of them, and GAME_IMPLEMENTATION as well in one.
 * C and C++ files may share the data.
 *
 * No pointer may be null, unless the function says so. The functions allocate nothing, and change nothing
 * except the targets of the pointers.
 *
 * Names that end with an underscore are private.
 */

/* The game. */
#define GAME_NAME PERFECT_PLAY_NAME
/* Which moves the table calls optimal: "fastest" or "outcome". */
#define GAME_OBJECTIVE PERFECT_PLAY_OBJECTIVE
/* All codes of positions are below this number. */
#define GAME_CODES PERFECT_PLAY_CODES
/* The number of positions with an entry. */
#define GAME_POSITIONS PERFECT_PLAY_POSITIONS
/* All numbers of moves are below this number. */
#define GAME_MOVE_NUMBERS PERFECT_PLAY_MOVES
/* The code of the start position. If there are several, the code of the first one. */
#define GAME_START PERFECT_PLAY_START
PERFECT_PLAY_SIZES

/* The status of a call. There is a result only after GAME_OK. */
typedef enum game_status {
    GAME_OK = 0,
    /* This is not the code of a position. */
    GAME_NOT_A_POSITION,
    /* The position with this code is unreachable by legal play. */
    GAME_UNREACHABLE,
    /* The game is over, so there are no moves. */
    GAME_OVER,
    /* There is no such level of play, or its chance is not from 0 to 1. */
    GAME_BAD_LEVEL,
    /* A text or a list of cells is not a board. */
    GAME_BAD_BOARD,
    /* The move is not legal. */
    GAME_ILLEGAL_MOVE
} game_status;

/* How a game ends for a player. */
typedef enum game_outcome {
    GAME_LOSS = -1,
    GAME_DRAW = 0,
    GAME_WIN = 1
} game_outcome;

/* The players. */
typedef enum game_player {
PERFECT_PLAY_PLAYERS
} game_player;

PERFECT_PLAY_SET_OF_MOVES
/* The entry of a position. */
typedef struct game_entry {
    /* The player to move. If the game is over, the player who would be to move. */
    game_player to_move;
    game_outcome outcome;
    /* PERFECT_PLAY_MEASURED. */
    PERFECT_PLAY_NUMBER PERFECT_PLAY_MEASURE;
    /* The lowest optimal move; -1 if the game is over. */
    int16_t best_move;
    /* Sets of moves; empty if the game is over. */
    game_moves optimal_moves;
    game_moves outcome_preserving_moves;
    game_moves legal_moves;
} game_entry;

/* The value of a move for the player who makes it. */
typedef struct game_worth {
    uint8_t move;
    game_outcome outcome;
    PERFECT_PLAY_NUMBER PERFECT_PLAY_MEASURE;
} game_worth;

/* Levels of play; see also game_choose_with_skill and game_choose_with_lookahead. */
typedef enum game_level {
    GAME_EASY,
    GAME_MEDIUM,
    GAME_HARD,
    GAME_PERFECT,
    GAME_BLIND,
    GAME_NOVICE,
    GAME_MASTER
} game_level;

/* A source of random numbers: 32 bits per call, all equally likely. `context` belongs to the caller. */
typedef uint32_t (*game_random)(void *context);

/*
 * The data. By code: 0 if it is not a position's code, 1 if the position is unreachable, and otherwise the
 * offset of its record. A record is: the position's value; the plies to the end of a draw from there, or 127 if
 * a draw has no remoteness, plus 128 if O is to move; the set of legal moves, lowest byte first; the value of
 * each legal move; and, unless the game is played on a board, the code after each legal move, a number of
 * PERFECT_PLAY_CODE_BYTES bytes, lowest first. A value is d for a loss in d plies, 127 for a draw, 254 - d for a
 * win in d plies. In a game for points it is 127 plus the points, so larger is better.
 */
#if defined GAME_SHARED || defined GAME_IMPLEMENTATION
#ifdef __cplusplus
extern "C" {
#endif
extern const PERFECT_PLAY_WIDTH game_places_[GAME_CODES];
extern const uint8_t game_records_[];
#ifdef __cplusplus
}
#endif
#define GAME_STORAGE_
#else
#define GAME_STORAGE_ static
#endif

#endif

/* Defined in only one of the files that share the data. Outside of the guard, so that any inclusion can define it. */
#if (!defined GAME_SHARED || defined GAME_IMPLEMENTATION) && !defined GAME_DATA_IS_HERE_
#define GAME_DATA_IS_HERE_
GAME_STORAGE_ const PERFECT_PLAY_WIDTH game_places_[GAME_CODES] = {
PERFECT_PLAY_PLACES
};
GAME_STORAGE_ const uint8_t game_records_[] = {
PERFECT_PLAY_RECORDS
};
#endif

#ifndef PERFECT_PLAY_GUARD_LOOKUP
#define PERFECT_PLAY_GUARD_LOOKUP

/* Where a position's record is. */
static inline game_status game_find_(uint64_t code, const uint8_t **record)
{
    uint32_t place = 0;
    if (code < GAME_CODES) {
        place = game_places_[code];
    }
    if (place < 2) {
        return place == 0 ? GAME_NOT_A_POSITION : GAME_UNREACHABLE;
    }
    *record = game_records_ + place;
    return GAME_OK;
}

static inline game_outcome game_outcome_of_(uint8_t value)
{
    return value < 127 ? GAME_LOSS : value > 127 ? GAME_WIN : GAME_DRAW;
}

static inline PERFECT_PLAY_NUMBER game_measure_of_(const uint8_t *record, uint8_t value)
{
    const int to_draw = record[1] & 127;
    return (PERFECT_PLAY_NUMBER)(PERFECT_PLAY_MEASURING);
}

/* The legal moves. `values` is set to their values, moves ascending. */
static inline game_moves game_legal_(const uint8_t *record, const uint8_t **values)
{
    game_moves moves = game_no_moves_();
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        if ((record[2 + move / 8] >> move % 8 & 1) != 0) {
            game_add_(&moves, move);
        }
    }
    *values = record + 2 + PERFECT_PLAY_MASK;
    return moves;
}

static inline uint32_t game_count_(game_moves moves)
{
    uint32_t count = 0;
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        count += game_has(moves, move) ? 1u : 0u;
    }
    return count;
}

/* The move that has this many lower moves in the set. */
static inline uint8_t game_nth_(game_moves moves, uint32_t below)
{
    uint8_t move = 0;
    while (!game_has(moves, move) || below-- > 0) {
        move++;
    }
    return move;
}

/* The set of only the lowest move of a set; empty if the set is empty. */
static inline game_moves game_first_(game_moves moves)
{
    game_moves first = game_no_moves_();
    if (game_count_(moves) > 0) {
        game_add_(&first, game_nth_(moves, 0));
    }
    return first;
}

/* The moves of a set that are not in the other one. */
static inline game_moves game_without_(game_moves moves, game_moves others)
{
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        if (game_has(others, move)) {
            game_remove_(&moves, move);
        }
    }
    return moves;
}

/* Those of some legal moves that have the largest value among them, or only the best outcome. */
static inline game_moves game_best_of_(const uint8_t *record, game_moves moves, bool only_outcome)
{
    const uint8_t *values;
    const game_moves legal = game_legal_(record, &values);
    game_moves best_moves = game_no_moves_();
    int best = -2;
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        int worth;
        if (!game_has(legal, move)) {
            continue;
        }
        worth = only_outcome ? (int)game_outcome_of_(*values) : (int)*values;
        values++;
        if (!game_has(moves, move) || worth < best) {
            continue;
        }
        if (worth > best) {
            best = worth;
            best_moves = game_no_moves_();
        }
        game_add_(&best_moves, move);
    }
    return best_moves;
}

/* The entry of a position. */
static inline game_status game_probe(uint64_t code, game_entry *entry)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    if (status != GAME_OK) {
        return status;
    }
    entry->to_move = PERFECT_PLAY_TURN;
    entry->outcome = game_outcome_of_(record[0]);
    entry->PERFECT_PLAY_MEASURE = game_measure_of_(record, record[0]);
    entry->legal_moves = game_legal_(record, &values);
    entry->optimal_moves = game_best_of_(record, entry->legal_moves, PERFECT_PLAY_ONLY_OUTCOME);
    entry->outcome_preserving_moves = game_best_of_(record, entry->legal_moves, true);
    entry->best_move = -1;
    if (game_count_(entry->optimal_moves) > 0) {
        entry->best_move = game_nth_(entry->optimal_moves, 0);
    }
    return GAME_OK;
}

/* The best move: the optimal move with the lowest number. */
static inline game_status game_best_move(uint64_t code, uint8_t *move)
{
    game_entry entry;
    const game_status status = game_probe(code, &entry);
    if (status != GAME_OK) {
        return status;
    }
    if (entry.best_move < 0) {
        return GAME_OVER;
    }
    *move = (uint8_t)entry.best_move;
    return GAME_OK;
}

/* The set of optimal moves; empty if the game is over. */
static inline game_status game_optimal_moves(uint64_t code, game_moves *moves)
{
    game_entry entry;
    const game_status status = game_probe(code, &entry);
    if (status == GAME_OK) {
        *moves = entry.optimal_moves;
    }
    return status;
}

/* The values of the legal moves, moves ascending, and their number: 0 if the game is over. */
static inline game_status game_worths(uint64_t code, game_worth worths[GAME_MOVE_NUMBERS],
                                      size_t *count)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    game_moves legal;
    unsigned move;
    if (status != GAME_OK) {
        return status;
    }
    legal = game_legal_(record, &values);
    *count = 0;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        if (game_has(legal, move)) {
            game_worth *worth = &worths[(*count)++];
            worth->move = (uint8_t)move;
            worth->outcome = game_outcome_of_(*values);
            worth->PERFECT_PLAY_MEASURE = game_measure_of_(record, *values);
            values++;
        }
    }
    return GAME_OK;
}

/* The set of legal moves; empty if the game is over. */
static inline game_status game_legal_moves(uint64_t code, game_moves *moves)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    if (status == GAME_OK) {
        *moves = game_legal_(record, &values);
    }
    return status;
}

/* Whether the game is over. */
static inline game_status game_is_over(uint64_t code, bool *is_over)
{
    game_moves legal;
    const game_status status = game_legal_moves(code, &legal);
    if (status == GAME_OK) {
        *is_over = game_count_(legal) == 0;
    }
    return status;
}

/* PERFECT_PLAY_WINNERS; GAME_NOBODY if the game is drawn or not over. */
static inline game_status game_winner(uint64_t code, game_player *winner)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    if (status != GAME_OK) {
        return status;
    }
    *winner = GAME_NOBODY;
    if (game_count_(game_legal_(record, &values)) == 0 && record[0] != 127) {
        *winner = PERFECT_PLAY_WON;
    }
    return GAME_OK;
}

PERFECT_PLAY_AFTER
/* The code of the position that a legal move leads to; `next` may point to the variable that `code` comes from. */
static inline game_status game_play(uint64_t code, unsigned move, uint64_t *next)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    game_moves legal;
    if (status != GAME_OK) {
        return status;
    }
    legal = game_legal_(record, &values);
    if (game_count_(legal) == 0) {
        return GAME_OVER;
    }
    if (!game_has(legal, move)) {
        return GAME_ILLEGAL_MOVE;
    }
    *next = game_after_(code, record, move);
    return GAME_OK;
}

/*
 * A random number below `bound`, all equally likely (D. Lemire, "Fast Random Integer Generation in an
 * Interval", 2019). A number that would favour one result is drawn again, 63 times at most.
 */
static inline uint32_t game_below_(uint32_t bound, game_random random_bits, void *context)
{
    const uint32_t surplus = (uint32_t)(0u - bound) % bound;
    uint32_t result = 0;
    int draw;
    for (draw = 0; draw < 64; draw++) {
        const uint64_t product = (uint64_t)random_bits(context) * bound;
        result = (uint32_t)(product >> 32);
        if ((uint32_t)product >= surplus) {
            break;
        }
    }
    return result;
}

/*
 * With a chance in lowest terms a move from the first set, otherwise one of the second that is not in the
 * first. If one of these is empty, always a move from the other.
 */
static inline game_status game_choose_from_(game_moves first, uint32_t numerator,
                                            uint32_t denominator, game_moves second,
                                            game_random random_bits, void *context, uint8_t *move)
{
    const game_moves rest = game_without_(second, first);
    const bool has_rest = game_count_(rest) > 0;
    game_moves moves = first;
    uint32_t count, divisor = denominator, remainder = numerator;
    while (remainder != 0) {
        const uint32_t last = remainder;
        remainder = divisor % remainder;
        divisor = last;
    }
    if (game_count_(first) == 0 || (has_rest && numerator == 0)) {
        moves = rest;
    } else if (has_rest && numerator < denominator &&
               game_below_(denominator / divisor, random_bits, context) >= numerator / divisor) {
        moves = rest;
    }
    count = game_count_(moves);
    if (count == 0) {
        return GAME_OVER;
    }
    *move = game_nth_(moves, game_below_(count, random_bits, context));
    return GAME_OK;
}

PERFECT_PLAY_LOOKING
/* A move that a level chooses. `context` is passed to `random_bits` and may be null. */
static inline game_status game_choose(uint64_t code, game_level level, game_random random_bits,
                                      void *context, uint8_t *move)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    const game_moves none = game_no_moves_();
    game_moves legal, first, second;
    if (status != GAME_OK) {
        return status;
    }
    legal = game_legal_(record, &values);
    first = game_first_(game_best_of_(record, legal, false));
    switch (level) {
    case GAME_EASY:
        return game_look_ahead_(code, record, 1, random_bits, context, move);
    case GAME_MEDIUM:
        return game_look_ahead_(code, record, 2, random_bits, context, move);
    case GAME_HARD:
        return game_play_hard_(code, record, random_bits, context, move);
    case GAME_BLIND:
        return game_choose_from_(legal, 1, 1, none, random_bits, context, move);
    case GAME_NOVICE:
        second = game_first_(game_best_of_(record, game_without_(legal, first), false));
        return game_choose_from_(first, 2, 5, second, random_bits, context, move);
    case GAME_MASTER:
        return game_choose_from_(first, 1, 1, none, random_bits, context, move);
    case GAME_PERFECT:
        first = game_best_of_(record, legal, PERFECT_PLAY_ONLY_OUTCOME);
        return game_choose_from_(first, 1, 1, none, random_bits, context, move);
    default:
        return GAME_BAD_LEVEL;
    }
}

/*
 * An optimal move with the chance numerator / denominator, from 0 to 1, and otherwise any other move.
 * `context` is passed to `random_bits` and may be null.
 */
static inline game_status game_choose_with_skill(uint64_t code, uint32_t numerator,
                                                 uint32_t denominator, game_random random_bits,
                                                 void *context, uint8_t *move)
{
    const uint8_t *record, *values;
    const game_status status = game_find_(code, &record);
    game_moves legal;
    if (status != GAME_OK) {
        return status;
    }
    if (denominator == 0 || numerator > denominator) {
        return GAME_BAD_LEVEL;
    }
    legal = game_legal_(record, &values);
    return game_choose_from_(game_best_of_(record, legal, PERFECT_PLAY_ONLY_OUTCOME), numerator,
                             denominator, legal, random_bits, context, move);
}

/* A move of who looks so many plies ahead, up to 255. `context` is handed to `random_bits`, and may be null. */
static inline game_status game_choose_with_lookahead(uint64_t code, unsigned plies,
                                                     game_random random_bits, void *context,
                                                     uint8_t *move)
{
    const uint8_t *record;
    const game_status status = game_find_(code, &record);
    if (status != GAME_OK) {
        return status;
    }
    if (plies > 255) {
        return GAME_BAD_LEVEL;
    }
    return game_look_ahead_(code, record, plies, random_bits, context, move);
}
PERFECT_PLAY_BOARD

#endif
