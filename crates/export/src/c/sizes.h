/* The board. */
#define GAME_COLUMNS PERFECT_PLAY_COLUMNS
#define GAME_ROWS PERFECT_PLAY_ROWS
#define GAME_CELLS (GAME_COLUMNS * GAME_ROWS)
/* The size of a board's text: two characters per cell. */
#define GAME_SHOW_SIZE (2 * GAME_CELLS)
/* The result of game_at for a text that is not a board. No position has this code. */
#define GAME_NO_CODE ((uint64_t)-1)
