/* Three in a row around a cylinder of four columns and three rows, solved.
 *
 *      0  1  2  3
 *   ~  4  5  6  7  ~     the right edge is glued to the left one
 *      8  9 10 11
 *
 * A board is two sets of cells: bit i of x is set where X has marked cell i, bit i of o where O has.
 * X moves first, so it is X's turn where both have as many marks, and O's where X has one more.
 */
#ifndef CYLINDER_H
#define CYLINDER_H

#include <stdint.h>

/* What is returned in place of an answer. */
enum {
    CYLINDER_NOT_A_POSITION = -1, /* a cell has both marks or is off the board, or the numbers of
                                     marks are not those of players who move in turn */
    CYLINDER_UNREACHABLE = -2,    /* no play leads here: a move was made after the end */
    CYLINDER_GAME_OVER = -3       /* there is no move */
};

/* The best cell for the side to move, 0 to 11: the lowest of those that win soonest, or lose latest.
 * Or one of the above. */
int32_t cylinder_best_move(uint32_t x, uint32_t o);

/* How the game ends for the side to move under best play: 0 and the plies to the end for a loss, 100
 * and the plies for a draw, 200 and the plies for a win. Or one of the first two above. */
int32_t cylinder_worth(uint32_t x, uint32_t o);

#endif
