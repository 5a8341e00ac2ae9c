/*
 * Plays the best move, as X and as O, against every possible reply, and counts how the games end.
 * Only the header knows the game.
 */
#include <stdio.h>

#include "game.h"

/* Ends of games: lost, drawn and won. */
static unsigned ends[3];

static void play(uint64_t code, game_player side)
{
    game_entry entry;
    game_player winner;
    unsigned move;
    if (game_probe(code, &entry) != GAME_OK || game_winner(code, &winner) != GAME_OK) {
        printf("no answer to %lu\n", (unsigned long)code);
        return;
    }
    if (entry.best_move < 0) {
        ends[winner == GAME_NOBODY ? 1 : winner == side ? 2 : 0]++;
        return;
    }
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        uint64_t next;
        if ((entry.to_move != side || (int)move == entry.best_move) &&
            game_play(code, move, &next) == GAME_OK) {
            play(next, side);
        }
    }
}

int main(void)
{
    const game_player sides[2] = {GAME_X, GAME_O};
    int i;
    for (i = 0; i < 2; i++) {
        ends[0] = ends[1] = ends[2] = 0;
        play(GAME_START, sides[i]);
        printf("%u lost, %u drawn, %u won\n", ends[0], ends[1], ends[2]);
    }
    return 0;
}
