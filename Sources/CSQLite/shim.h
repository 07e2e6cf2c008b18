// SQLite as the system ships it, and what Swift cannot import: values made by casts in macros,
// and functions with a variable number of arguments.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
/// SQLITE_STATIC: the bytes stay valid until the statement is reset.
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

/// Turns one on/off option of a connection on or off (sqlite3_db_config takes variable arguments).
static inline int csqlite_config(sqlite3 *db, int option, int on) {
  int now = 0;
  return sqlite3_db_config(db, option, on, &now);
}

#endif
