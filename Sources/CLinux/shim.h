// What glibc and the kernel offer and Swift's Glibc module leaves out. Header only: every function
// is `static inline`, so that nothing has to be compiled or linked beside the Swift rooms.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/stat.h>
#include <locale.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// The headers hide these behind _GNU_SOURCE, which must not be defined here: it would change types
// that Swift's own Glibc module has compiled without it.
extern int wcwidth(wchar_t);
extern const char *strerrordesc_np(int);
extern const char *strerrorname_np(int);
extern int pipe2(int descriptors[2], int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/// Columns a scalar takes on a terminal: 0, 1 or 2, and -1 for what cannot be printed.
static inline int clinux_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// The sentence for an error number ("Permission denied"), or NULL. Static text, thread-safe.
static inline const char *clinux_error_text(int number) { return strerrordesc_np(number); }

/// The name of an error number ("EACCES"), or NULL. Static text, thread-safe.
static inline const char *clinux_error_name(int number) { return strerrorname_np(number); }

/// A counter that wakes poll: non-blocking and close-on-exec. -1 and errno on failure.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// An inotify instance: non-blocking and close-on-exec. -1 and errno on failure.
static inline int clinux_inotify(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

/// An open that takes its mode (Swift cannot call variadic C functions).
static inline int clinux_open(const char *path, int flags, unsigned int mode) {
  return open(path, flags | O_CLOEXEC, (mode_t)mode);
}

/// A copy of a descriptor, close-on-exec.
static inline int clinux_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

/// Which file has the name: its device and inode, and nothing else. Unlike stat it does not ask for
/// the times; a kernel that was asked gives the next write a finer time and must store that again.
/// Returns 0 or the error number.
static inline int clinux_identity(const char *path, uint64_t *device, uint64_t *inode) {
  struct statx status;
  if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO, &status) != 0) return errno;
  // The same number that stat gives (makedev).
  uint64_t major = status.stx_dev_major, minor = status.stx_dev_minor;
  *device = (major & 0xfffff000u) << 32 | (major & 0xfffu) << 8 | (minor & 0xffffff00u) << 12 |
            (minor & 0xffu);
  *inode = status.stx_ino;
  return 0;
}

// Open-file-description locks. The numbers are the kernel's; the header hides the names.
#define CLINUX_OFD_GETLK 36
#define CLINUX_OFD_SETLK 37
#define CLINUX_OFD_SETLKW 38

/// The description of a lock of a kind on [start, start + length), for fcntl.
static inline struct flock clinux_lock_of(short kind, int64_t start, int64_t length) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}

/// Takes an exclusive lock on bytes [start, start + length) for this open file description;
/// `length` 0 reaches to the end of all offsets. Returns 0, or the error number: EAGAIN when
/// another holds one of the bytes and `wait` is 0, EINTR when a signal ended the waiting.
static inline int clinux_lock(int descriptor, int64_t start, int64_t length, int wait) {
  struct flock lock = clinux_lock_of(F_WRLCK, start, length);
  return fcntl(descriptor, wait ? CLINUX_OFD_SETLKW : CLINUX_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/// Takes a shared lock on bytes [start, start + length) for this open file description, without
/// waiting. Returns 0 or the error number.
static inline int clinux_lock_shared(int descriptor, int64_t start, int64_t length) {
  struct flock lock = clinux_lock_of(F_RDLCK, start, length);
  return fcntl(descriptor, CLINUX_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/// Gives up this description's locks on [start, start + length); `length` 0 reaches to the end.
/// Returns 0 or the error number.
static inline int clinux_unlock(int descriptor, int64_t start, int64_t length) {
  struct flock lock = clinux_lock_of(F_UNLCK, start, length);
  return fcntl(descriptor, CLINUX_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/// Where a lock of another description that covers `start` ends: the first byte behind it.
/// 0 when there is none, INT64_MAX when it reaches to the end, -1 and errno on failure.
static inline int64_t clinux_lock_end(int descriptor, int64_t start) {
  struct flock lock = clinux_lock_of(F_WRLCK, start, 1);
  if (fcntl(descriptor, CLINUX_OFD_GETLK, &lock) != 0) return -1;
  if (lock.l_type == F_UNLCK) return 0;
  if (lock.l_len == 0) return INT64_MAX;
  return lock.l_start + lock.l_len;
}

/// Takes the exclusive lock on the whole of an open file (flock), which may be open for reading
/// only. Returns 0, or the error number: EWOULDBLOCK when another open file holds it.
static inline int clinux_lock_whole(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

// A timer that ends the calling thread's blocking call: a signal with a handler that does nothing
// and without SA_RESTART, so that the call returns EINTR.
static void clinux_alarm_rang(int number) { (void)number; }

/// Claims a real-time signal nobody in this process handles, from the highest down, and gives it
/// the empty handler. Returns its number, or -1 when all are taken.
static inline int clinux_alarm_signal(void) {
  for (int number = SIGRTMAX; number >= SIGRTMIN; number--) {
    struct sigaction current;
    if (sigaction(number, NULL, &current) != 0) continue;
    if ((current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL) continue;
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = clinux_alarm_rang;
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, &ours, NULL) == 0) return number;
  }
  return -1;
}

/// What an alarm has to put back.
struct clinux_alarm {
  timer_t timer;
  sigset_t mask;
};

/// Sends `number` to the calling thread after `nanoseconds`, and again every 10 ms until the alarm
/// is ended: a signal that comes just before the blocking call would otherwise be lost. Unblocks
/// the signal for this thread (dispatch's workers block all). Returns 0 or the error number.
static inline int clinux_alarm_begin(struct clinux_alarm *alarm, int number, int64_t nanoseconds) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = 4;  // SIGEV_THREAD_ID
  event.sigev_signo = number;
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &alarm->timer) != 0) return errno;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, &alarm->mask);
  struct itimerspec spec;
  if (nanoseconds < 1) nanoseconds = 1;
  spec.it_value.tv_sec = nanoseconds / 1000000000;
  spec.it_value.tv_nsec = nanoseconds % 1000000000;
  spec.it_interval.tv_sec = 0;
  spec.it_interval.tv_nsec = 10 * 1000 * 1000;
  if (timer_settime(alarm->timer, 0, &spec, NULL) == 0) return 0;
  int failure = errno;
  timer_delete(alarm->timer);
  pthread_sigmask(SIG_SETMASK, &alarm->mask, NULL);
  return failure;
}

/// Ends an alarm and puts the thread's signal mask back.
static inline void clinux_alarm_end(struct clinux_alarm *alarm) {
  timer_delete(alarm->timer);
  pthread_sigmask(SIG_SETMASK, &alarm->mask, NULL);
}

#endif
