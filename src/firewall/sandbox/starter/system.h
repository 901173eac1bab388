// Replacements for the C library: system calls, strings, numbers.
#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/in.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/un.h>
#include <linux/wait.h>
#include <asm/ioctls.h>
#include <asm/resource.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/poll.h>
#include <sys/socket.h>

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SFD_CLOEXEC O_CLOEXEC
#define SFD_NONBLOCK O_NONBLOCK
#define POLLRDHUP 0x2000

static long call6(long n, long a, long b, long c, long d, long e, long f) {
#ifdef __x86_64__
  long answer;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(answer)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return answer;
#else
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
#endif
}

#define pick(_1, _2, _3, _4, _5, _6, _7, name, ...) name
#define call(...) pick(__VA_ARGS__, s6, s5, s4, s3, s2, s1, s0)(__VA_ARGS__)
#define s0(n) call6(n, 0, 0, 0, 0, 0, 0)
#define s1(n, a) call6(n, (long)(a), 0, 0, 0, 0, 0)
#define s2(n, a, b) call6(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define s3(n, a, b, c) call6(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define s4(n, a, b, c, d) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define s5(n, a, b, c, d, e) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define s6(n, a, b, c, d, e, f) \
  call6(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

// The compiler generates calls to these functions.
void *memset(void *at, int value, size_t size) {
  char volatile *bytes = at;
  while (size--) *bytes++ = (char)value;
  return at;
}
void *memcpy(void *to, const void *from, size_t size) {
  char volatile *out = to;
  const char *in = from;
  while (size--) *out++ = *in++;
  return to;
}

static size_t length(const char *text) {
  size_t size = 0;
  while (text[size]) size++;
  return size;
}

static int equal(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

static long number(const char *text) {
  long value = 0;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return value;
}

/** Copies a text to `at` and returns its end. */
static char *put(char *at, const char *text) {
  while (*text) *at++ = *text++;
  *at = 0;
  return at;
}

static char *put_number(char *at, long value) {
  char digits[24];
  int count = 0;
  if (value < 0) *at++ = '-', value = -value;
  do digits[count++] = (char)('0' + value % 10);
  while (value /= 10);
  while (count) *at++ = digits[--count];
  *at = 0;
  return at;
}

/** Returns the position after `needle` in a line; 0 if the line does not contain it. */
static const char *after(const char *line, const char *needle) {
  for (; *line; line++) {
    const char *a = line, *b = needle;
    while (*b && *a == *b) a++, b++;
    if (!*b) return a;
  }
  return 0;
}

/** Sets the soft and the hard limit. */
static long limit(int resource, unsigned long most) {
  unsigned long both[2] = {most, most};
  return call(__NR_prlimit64, 0, resource, both, 0);
}
