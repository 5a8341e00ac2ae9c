/* The board. */
#define GAME_COLUMNS PERFECT_PLAY_COLUMNS
#define GAME_ROWS PERFECT_PLAY_ROWS
#define GAME_CELLS (GAME_COLUMNS * GAME_ROWS)
/* How long a board's text is: two characters a cell. */
#define GAME_SHOW_SIZE (2 * GAME_CELLS)
/* What game_at gives for a text that is no board: no position has this code. */
#define GAME_NO_CODE ((uint64_t)-1)
