/* One of the files that share the data of game.h. It is compiled as C and as C++, with FIRST and without. */
#ifdef FIRST
/* This stands for another header that includes it. */
#include "game.h"
#define GAME_IMPLEMENTATION
#endif
#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif
const void *data_of_c(void);
const void *data_of_cpp(void);
const void *data_of_first(void);
#ifdef FIRST
const void *data_of_first(void)
#elif defined __cplusplus
const void *data_of_cpp(void)
#else
const void *data_of_c(void)
#endif
{
    uint8_t move;
    return game_best_move(game_at("XO.\n.X.\n..."), &move) == GAME_OK && move == 8 ? game_records_ : NULL;
}
#ifdef __cplusplus
}
#endif

#ifdef FIRST
int main(void)
{
    const void *data = data_of_first();
    return data != NULL && data == data_of_c() && data == data_of_cpp() ? 0 : 1;
}
#endif
