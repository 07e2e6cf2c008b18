// Wide-character ncurses as the system ships it, and inline functions for what Swift cannot import:
// variables that C changes, macros with casts, and flags.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>

static inline WINDOW *nc_screen(void) { return stdscr; }
static inline int nc_rows(void) { return LINES; }
static inline int nc_columns(void) { return COLS; }
/// Colours of the terminal; 0 before start_color.
static inline int nc_colors(void) { return COLORS; }
/// Pairs of colours the terminal has, with pair 0; 0 before start_color.
static inline int nc_pairs(void) { return COLOR_PAIRS; }

/// A string of the terminal's description; NULL when it has none of that name.
static inline const char *nc_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

/// Opens the terminal of a description over two descriptors, which ncurses owns from then on.
/// NULL when the description is missing, or too poor to place the cursor with.
static inline SCREEN *nc_open(const char *type, FILE *output, FILE *input) {
  use_env(FALSE);
  use_tioctl(TRUE);
  SCREEN *screen = newterm(type, output, input);
  if (screen == NULL) return NULL;
  if (nc_capability("cup") == NULL) {
    endwin();
    delscreen(screen);
    return NULL;
  }
  raw();
  noecho();
  nonl();
  leaveok(stdscr, FALSE);
  return screen;
}

/// Attribute bits of nc_cell.
enum { NC_BOLD = 1, NC_DIM = 2, NC_UNDERLINE = 4, NC_REVERSE = 8 };

/// Makes a cell of a base with marks (a string that ends in 0), attribute bits and a colour pair.
/// Returns OK or ERR.
static inline int nc_cell(cchar_t *cell, const int32_t *text, int bits, int pair) {
  attr_t attributes = A_NORMAL;
  if (bits & NC_BOLD) attributes |= A_BOLD;
  if (bits & NC_DIM) attributes |= A_DIM;
  if (bits & NC_UNDERLINE) attributes |= A_UNDERLINE;
  if (bits & NC_REVERSE) attributes |= A_REVERSE;
  // The pair goes by `opts` too: a short cannot hold all of them.
  return setcchar(cell, (const wchar_t *)text, attributes, (short)(pair & 0x7fff), &pair);
}

/// Puts cells side by side, without wrapping or moving on.
static inline int nc_put(int row, int column, const cchar_t *cells, int count) {
  return mvwadd_wchnstr(stdscr, row, column, cells, count);
}

/// Makes the next refresh paint everything anew.
static inline void nc_repaint(void) { clearok(curscr, TRUE); }

/// Makes the next refresh paint rows anew, whatever ncurses believes to stand there.
static inline void nc_repaint_rows(int first, int count) { wredrawln(stdscr, first, count); }

#endif
