/* Plays the cylinder's best game, and asks for what has no answer. */

#include <stdio.h>

#include "cylinder.h"

static void draw(uint32_t x, uint32_t o)
{
    for (int cell = 0; cell < 12; cell++) {
        char mark = x >> cell & 1 ? 'X' : o >> cell & 1 ? 'O' : '.';
        printf("%c%c", mark, cell % 4 == 3 ? '\n' : ' ');
    }
}

/* Whether this is what was to be expected; says so if it is not. */
static int is(const char *question, int32_t found, int32_t expected)
{
    if (found != expected)
        printf("%s: %d in place of %d\n", question, (int)found, (int)expected);
    return found == expected;
}

int main(void)
{
    static const char *const outcomes[] = {"loses", "draws", "wins"};
    uint32_t marks[2] = {0, 0};
    int ply = 0;
    for (;;) {
        int32_t worth = cylinder_worth(marks[0], marks[1]);
        int32_t cell = cylinder_best_move(marks[0], marks[1]);
        if (worth < 0)
            return 1;
        printf("%c %s in %d plies", "XO"[ply % 2], outcomes[worth / 100], (int)(worth % 100));
        if (cell == CYLINDER_GAME_OVER)
            break;
        printf(", and marks cell %d:\n", (int)cell);
        marks[ply % 2] |= UINT32_C(1) << cell;
        draw(marks[0], marks[1]);
        ply++;
    }
    printf(": the game is over.\n");

    int right = is("a cell that holds both", cylinder_worth(1, 1), CYLINDER_NOT_A_POSITION);
    right &= is("a cell off the board", cylinder_worth(1 << 12, 0), CYLINDER_NOT_A_POSITION);
    right &= is("X moved twice", cylinder_best_move(3, 0), CYLINDER_NOT_A_POSITION);
    right &= is("two lines", cylinder_best_move(0x007, 0x700), CYLINDER_UNREACHABLE);
    /* Around the edge: X has the cells 3 and 0, and 1 or 2 makes three. */
    right &= is("X takes the edge", cylinder_best_move(0x009, 0x820), 1);
    right &= is("and wins", cylinder_worth(0x009, 0x820), 201);
    if (right)
        printf("All other answers are right, too.\n");
    return !right;
}
