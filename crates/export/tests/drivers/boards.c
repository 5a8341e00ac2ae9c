/* Reads a file of boards, one per line, and prints their codes. */
#include <stdio.h>
#include <string.h>

#include "game.h"

int main(void)
{
    char text[100];
    uint8_t cells[GAME_CELLS] = {0};
    char shown[GAME_SHOW_SIZE];
    uint64_t code = 7;
    FILE *boards = fopen("boards", "r");
    if (boards == NULL) {
        return 3;
    }
    while (fgets(text, sizeof text, boards)) {
        size_t place = 0;
        text[strcspn(text, "\n")] = '\0';
        code = 7;
        if (game_code_of_text(text, &code, &place) == GAME_OK) {
            printf(game_at(text) == code ? "%lu\n" : "WRONG%lu", (unsigned long)code);
        } else if (code == 7 && game_code_of_text(text, &code, NULL) == GAME_BAD_BOARD &&
                   game_at(text) == GAME_NO_CODE &&
                   game_probe(game_at(text), NULL) == GAME_NOT_A_POSITION) {
            printf("wrong at %lu\n", (unsigned long)place);
        }
    }
    fclose(boards);
    cells[0] = 1;
    cells[GAME_CELLS - 1] = 2;
    if (game_code_of_cells(cells, &code) != GAME_OK || code != 1 + 2 * (GAME_CODES / 3)) {
        return 1;
    }
    if (game_show(GAME_CODES, shown) != GAME_NOT_A_POSITION ||
        game_show(GAME_NO_CODE, shown) != GAME_NOT_A_POSITION) {
        return 4;
    }
    cells[1] = 3;
    return game_code_of_cells(cells, &code) == GAME_BAD_BOARD ? 0 : 2;
}
