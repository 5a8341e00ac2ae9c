/*
 * Plays the best move, as X and as O, against every reply there can be, and counts how the games end.
 * The board is all that is kept: who has won the table says.
 */
#include <stdio.h>

#include "game.h"

/* Ends of games: lost, drawn and won. */
static unsigned ends[3];

static void play(char board[GAME_CELLS + 1], game_player side)
{
    game_entry entry;
    uint64_t code;
    int move;
    if (game_code_of_text(board, &code, NULL) != GAME_OK || game_probe(code, &entry) != GAME_OK) {
        printf("no answer to %s\n", board);
        return;
    }
    if (entry.best_move < 0) {
        ends[entry.to_move == side ? 1 + entry.outcome : 1 - entry.outcome]++;
        return;
    }
    for (move = 0; move < GAME_CELLS; move++) {
        const bool mine = entry.to_move == side;
        if (mine ? move == entry.best_move : board[move] == '.') {
            board[move] = entry.to_move == GAME_X ? 'X' : 'O';
            play(board, side);
            board[move] = '.';
        }
    }
}

int main(void)
{
    const game_player sides[2] = {GAME_X, GAME_O};
    int i;
    for (i = 0; i < 2; i++) {
        char board[GAME_CELLS + 1];
        int cell;
        for (cell = 0; cell < GAME_CELLS; cell++) {
            board[cell] = '.';
        }
        board[GAME_CELLS] = '\0';
        ends[0] = ends[1] = ends[2] = 0;
        play(board, sides[i]);
        printf("%u lost, %u drawn, %u won\n", ends[0], ends[1], ends[2]);
    }
    return 0;
}
