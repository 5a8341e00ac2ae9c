/* Prints all answers of a table, as tests/answers.rs does. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"

static const uint32_t SKILLS[8][2] = {
    {0, 1}, {1, 3}, {2, 6}, {9, 10},
    {1, 1}, {1, 4294967295u}, {4294967294u, 4294967295u}, {1073741825u, 3221225472u},
};

static const unsigned LOOKAHEADS[4] = {0, 1, 3, 255};

typedef struct stream {
    int kind;
    uint32_t state;
    unsigned draws;
} stream;

static uint32_t next(void *context)
{
    stream *numbers = (stream *)context;
    const uint32_t number = numbers->state;
    numbers->draws++;
    if (numbers->kind < 2) {
        numbers->state = number * 1664525u + 1013904223u;
    } else if (numbers->kind == 4) {
        numbers->state++;
    }
    return number;
}

static void print_moves(game_moves moves)
{
    const char *separator = "";
    unsigned move;
    for (move = 0; move < 1000; move++) {
        if (game_has(moves, move)) {
            printf("%s%u", separator, move);
            separator = ",";
        }
    }
}

static bool same_moves(game_moves some, game_moves others)
{
    unsigned move;
    for (move = 0; move < GAME_MOVE_NUMBERS; move++) {
        if (game_has(some, move) != game_has(others, move)) {
            return false;
        }
    }
    return true;
}

static const char *outcome(game_outcome outcome)
{
    return outcome == GAME_WIN ? "win" : outcome == GAME_DRAW ? "draw" : "loss";
}

static void print_level(uint64_t code, int level)
{
    int kind;
    printf(" ");
    for (kind = 0; kind < 5; kind++) {
        stream numbers = {kind, 0, 0};
        uint8_t move = 255;
        game_status status;
        if (kind == 0) {
            numbers.state = (uint32_t)code;
        } else if (kind == 1) {
            numbers.state = (uint32_t)code * 2654435761u + 1;
        } else if (kind == 3) {
            numbers.state = 4294967295u;
        }
        if (level < 7) {
            status = game_choose(code, (game_level)level, next, &numbers, &move);
        } else if (level < 15) {
            status = game_choose_with_skill(code, SKILLS[level - 7][0], SKILLS[level - 7][1], next,
                                            &numbers, &move);
        } else {
            status = game_choose_with_lookahead(code, LOOKAHEADS[level - 15], next, &numbers, &move);
        }
        if (status == GAME_OK) {
            printf("%d/%u,", move, numbers.draws);
        } else {
            printf(status == GAME_OVER && move == 255 ? "-/%u," : "WRONG%u", numbers.draws);
        }
    }
}

/* The positions after moves, the winner, and the rows of the board. The printed board is read again. */
static void print_play(uint64_t code, game_moves legal, size_t count)
{
    game_moves moves;
    game_player winner = GAME_X;
    bool is_over = count != 0;
    unsigned move;
    uint64_t reached = 0;
    for (move = 0; move < 300; move++) {
        const game_status status = game_play(code, move, &reached);
        if (game_has(legal, move)) {
            printf(status == GAME_OK ? "%u:%lu," : "WRONG%u", move, (unsigned long)reached);
        } else if (status != (count == 0 ? GAME_OVER : GAME_ILLEGAL_MOVE)) {
            printf("WRONG%u", move);
        }
    }
    if (game_legal_moves(code, &moves) != GAME_OK || !same_moves(moves, legal) ||
        game_is_over(code, &is_over) != GAME_OK || is_over != (count == 0) ||
        game_winner(code, &winner) != GAME_OK) {
        printf("WRONG");
    }
    printf(winner == GAME_X ? " X" : winner == GAME_O ? " O" : winner != GAME_NOBODY ?
           (int)winner == 3 ? " next" : " previous" : is_over ? " drawn" : " on");
#ifdef GAME_CELLS
    {
        char text[GAME_SHOW_SIZE];
        const char *sign;
        if (game_show(code, text) != GAME_OK || game_at(text) != code) {
            printf("WRONG");
        }
        printf(" ");
        for (sign = text; *sign != '\0'; sign++) {
            printf("%c", *sign == ' ' ? '_' : *sign == '\n' ? '/' : *sign);
        }
        printf("/");
    }
#endif
}

static void print_answer(uint64_t code)
{
    game_entry entry;
    game_worth worths[GAME_MOVE_NUMBERS];
    size_t count = 99, i;
    game_moves moves = game_no_moves_(), optimal;
    uint8_t best = 255;
    game_player winner;
    bool is_over;
    uint64_t reached;
    const game_status status = game_probe(code, &entry);
    printf("%lu ", (unsigned long)code);
    if (status != GAME_OK) {
        if (game_worths(code, worths, &count) != status || game_optimal_moves(code, &optimal) != status ||
            game_best_move(code, &best) != status || best != 255 ||
            game_legal_moves(code, &moves) != status || game_winner(code, &winner) != status ||
            game_is_over(code, &is_over) != status || game_play(code, 0, &reached) != status ||
            game_choose(code, GAME_BLIND, next, NULL, &best) != status ||
            game_choose_with_skill(code, 1, 2, next, NULL, &best) != status ||
            game_choose_with_lookahead(code, 1, next, NULL, &best) != status) {
            printf("WRONG ");
        }
        printf(status == GAME_UNREACHABLE ? "unreachable\n" : "not a position\n");
        return;
    }
    printf("%s %s %d best=", entry.to_move == GAME_X ? "X" : entry.to_move == GAME_O ? "O" : "-1", outcome(entry.outcome),
           entry.remoteness);
    switch (game_best_move(code, &best)) {
    case GAME_OK:
        printf(best == entry.best_move ? "%d" : "WRONG%d", best);
        break;
    case GAME_OVER:
        printf(entry.best_move == -1 ? "-" : "WRONG");
        break;
    default:
        printf("WRONG");
    }
    printf(" optimal=");
    print_moves(entry.optimal_moves);
    printf(" preserving=");
    print_moves(entry.outcome_preserving_moves);
    printf(" worths=");
    game_worths(code, worths, &count);
    for (i = 0; i < count; i++) {
        printf("%d:%s:%d,", worths[i].move, outcome(worths[i].outcome), worths[i].remoteness);
        game_add_(&moves, worths[i].move);
    }
    if (!same_moves(moves, entry.legal_moves) || game_optimal_moves(code, &optimal) != GAME_OK ||
        !same_moves(optimal, entry.optimal_moves)) {
        printf("WRONG");
    }
    printf(" leads=");
    print_play(code, entry.legal_moves, count);
    for (i = 0; i < 19; i++) {
        print_level(code, (int)i);
    }
    printf("\n");
}

/* Other bad input. */
static int refusals(uint64_t code)
{
    stream numbers = {0, 1, 0};
    uint8_t move = 255;
#ifndef __cplusplus
    /* C++ does not have such a value. */
    if (game_choose(code, (game_level)9, next, &numbers, &move) != GAME_BAD_LEVEL) {
        return 0;
    }
#endif
    return game_choose_with_skill(code, 1, 0, next, &numbers, &move) == GAME_BAD_LEVEL &&
           game_choose_with_skill(code, 0, 0, next, &numbers, &move) == GAME_BAD_LEVEL &&
           game_choose_with_skill(code, 3, 2, next, &numbers, &move) == GAME_BAD_LEVEL &&
           game_choose_with_lookahead(code, 256, next, &numbers, &move) == GAME_BAD_LEVEL &&
           game_probe((uint64_t)-1, NULL) == GAME_NOT_A_POSITION && move == 255 &&
           numbers.draws == 0;
}

int main(int argc, char **argv)
{
    const uint64_t step = argc < 2 ? 1 : (uint64_t)atoi(argv[1]);
    uint64_t code, positions = 0;
    for (code = 0; code < GAME_CODES; code++) {
        game_entry entry;
        positions += game_probe(code, &entry) == GAME_OK;
        if (code % step == 0) {
            print_answer(code);
        }
    }
    print_answer(GAME_CODES);
    print_answer(GAME_CODES + 1);
    print_answer(GAME_CODES + ((uint64_t)1 << 40));
    return positions == GAME_POSITIONS && refusals(0) ? 0 : 1;
}
