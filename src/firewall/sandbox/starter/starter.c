// The first process of a container. It creates the command's only sockets to the outside, passes them to gatehouse,
// drops all privileges, starts the command, and exits with the command. It does not use a C library, because it must
// start fast in an empty container and be short enough to review. `../starter.ts` documents its options.
#include "system.h"
#include "filter.h"
#include "channel.h"
#include "verify.h"

#define MOST_PORTS 64

struct plan {
  const char *connect_to;      // -c PATH: socket of the channel; otherwise the channel is descriptor 3
  long uid, gid;               // -u UID -g GID: user and group of the command; -1: unchanged
  int map_user;                // -m: create a user namespace in which that user is mapped
  int terminal;                // -t: the command controls the terminal
  const char *ports[MOST_PORTS];  // -l PORT: on all addresses; -p PORT: only on 127.0.0.1
  int local[MOST_PORTS];
  int port_count;
  int names;                   // -n: a socket for name queries, 127.0.0.1:53
  long complaints;             // -e FD: standard error of the command; before it starts, 2 is the runtime's own
  long processes;              // -r COUNT: limit of the command's processes and threads; 0: no limit
  char **command;
};

static char **environment;
static char acknowledged;

static const char *value_of(char ***argument) {
  *argument += 1;
  if (!**argument) fail("usage", -EINVAL);
  return **argument;
}

static void add_port(struct plan *plan, const char *port, int local) {
  if (plan->port_count == MOST_PORTS) fail("ports", -E2BIG);
  plan->ports[plan->port_count] = port;
  plan->local[plan->port_count++] = local;
}

static struct plan read_plan(char **argument) {
  struct plan plan = {.uid = -1, .gid = -1, .complaints = -1};
  for (argument += 2; *argument && (*argument)[0] == '-'; argument++) {
    char option = (*argument)[1];
    if (option == '-') break;
    else if (option == 'c') plan.connect_to = value_of(&argument);
    else if (option == 'u') plan.uid = number(value_of(&argument));
    else if (option == 'g') plan.gid = number(value_of(&argument));
    else if (option == 'e') plan.complaints = number(value_of(&argument));
    else if (option == 'r') plan.processes = number(value_of(&argument));
    else if (option == 'm') plan.map_user = 1;
    else if (option == 't') plan.terminal = 1;
    else if (option == 'n') plan.names = 1;
    else if (option == 'l' || option == 'p') add_port(&plan, value_of(&argument), option == 'p');
    else fail("usage", -EINVAL);
  }
  if (!*argument || !argument[1]) fail("usage", -EINVAL);
  plan.command = argument + 1;
  return plan;
}

static struct sockaddr_un at_path(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (length(path) >= sizeof address.sun_path) fail("path", -ENAMETOOLONG);
  put(address.sun_path, path);
  return address;
}

static void connect_channel(const char *path) {
  struct sockaddr_un address = at_path(path);
  long made = call(__NR_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  check("socket", made);
  channel = (int)made;
  check("connect", call(__NR_connect, channel, &address, sizeof address));
}

/** Decodes a hexadecimal list from a line, with a NUL after each entry. Reserves space for a table before the list. */
static char *take_list(const char *hex, long *count) {
  char *out = (char *)hex, *begin = out;
  *count = 0;
  for (; hex[0] && hex[0] != '"' && hex[1]; hex += 2) {
    int high = hex[0] <= '9' ? hex[0] - '0' : hex[0] - 'a' + 10;
    int low = hex[1] <= '9' ? hex[1] - '0' : hex[1] - 'a' + 10;
    *out++ = (char)(high << 4 | low);
    if (out[-1] == 0) *count += 1;
  }
  size_t size = (size_t)(out - begin), table = ((size_t)*count + 1) * sizeof(char *);
  long at = call(__NR_mmap, 0, size + table + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  check("mmap", at < 0 && at > -4096 ? at : 0);
  memcpy((char *)at + table, begin, size);
  return (char *)at;
}

/** Reads `{"env":"HEX"}`: the variables. */
static void take_environment(const char *hex) {
  long count;
  environment = (char **)take_list(hex, &count);
  char *text = (char *)(environment + count + 1);
  for (long i = 0; i < count; i++) {
    environment[i] = text;
    text += length(text) + 1;
  }
}

/** Reads `{"shown":"HEX"}`: see `verify.h`. */
static void take_shown(const char *hex) {
  char *list = take_list(hex, &shown_count);
  shown = list + ((size_t)shown_count + 1) * sizeof(char *);
}

static int child;  // the command; 0 before it runs

/**
 * Sends a signal to the command. As from a terminal, some signals go to the process group, so that a shell and its
 * children exit together. Other signals go only to the command. If the command has joined another group, all signals go
 * only to the command, because that group may be this process's own.
 */
static void signal_command(const char *value) {
  if (child <= 0) return;
  long signal = number(value);
  int is_group = signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
  is_group = is_group && call(__NR_getpgid, child) == child;
  call(__NR_kill, is_group ? -child : child, signal);
}

/** Continues a stopped command, with or without the terminal. */
static void resume_command(int with_terminal) {
  if (child <= 0) return;
  long terminal = with_terminal ? call(__NR_openat, AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC) : -1;
  if (terminal >= 0) {
    call(__NR_ioctl, terminal, TIOCSPGRP, &child);
    call(__NR_close, terminal);
  }
  call(__NR_kill, -child, SIGCONT);
}

static void take_lines(void) {
  for (char *end; (end = line_end()); drop_line(end)) {
    *end = 0;
    const char *value;
    if (after(lines, "NODE_HANDLE_ACK")) acknowledged = 1;
    else if ((value = after(lines, "{\"env\":\""))) take_environment(value);
    else if ((value = after(lines, "{\"shown\":\""))) take_shown(value);
    else if ((value = after(lines, "{\"signal\":"))) signal_command(value);
    else if ((value = after(lines, "{\"resume\":"))) resume_command(*value == '1');
  }
}

/**
 * Sends a socket to gatehouse and waits for Node's acknowledgment. If the next socket is sent earlier, or the channel
 * closes, Node loses this socket.
 */
static void hand_over(int made, const char *type, long port) {
  char line[200], *at = put(line, "{\"cmd\":\"NODE_HANDLE\",");
  at = put(put(at, type), "\"key\":\"\",\"msg\":{\"port\":");
  put(put_number(at, port), "}}\n");
  acknowledged = 0;
  check("sendmsg", send_line(line, made));
  while (!acknowledged) {
    if (!fill()) call(__NR_exit_group, 125);
    take_lines();
  }
  call(__NR_close, made);
}

static long bind_at(int type, int local, long port) {
  long made = call(__NR_socket, AF_INET, type | SOCK_CLOEXEC, 0);
  if (made < 0) return made;
  int yes = 1;
  call(__NR_setsockopt, made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  unsigned char address[16] = {AF_INET, 0, (unsigned char)(port >> 8), (unsigned char)port};
  if (local) address[4] = 127, address[7] = 1;
  long answer = call(__NR_bind, made, address, sizeof address);
  if (answer >= 0 && type == SOCK_STREAM) answer = call(__NR_listen, made, 4096);
  return answer < 0 ? answer : made;
}

/** Creates the sockets. Only the proxy's own ports are required; connections to other missing ports are refused. */
static void make_sockets(const struct plan *plan) {
  for (int i = 0; i < plan->port_count; i++) {
    long port = number(plan->ports[i]), made = bind_at(SOCK_STREAM, plan->local[i], port);
    if (made >= 0) hand_over((int)made, "\"type\":\"net.Server\",", port);
    else if (plan->local[i]) fail("bind", made);
    else tell("uncaught", port);
  }
  if (!plan->names) return;
  long made = bind_at(SOCK_DGRAM, 1, 53);
  if (made < 0) tell("uncaught", 53);
  else hand_over((int)made, "\"type\":\"dgram.Socket\",\"dgramType\":\"udp4\",", 53);
}

static void write_file(const char *path, const char *text) {
  long file = call(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
  check(path, file);
  check(path, call(__NR_write, file, text, length(text)));
  call(__NR_close, file);
}

static void map_user(const struct plan *plan) {
  char line[64];
  check("unshare", call(__NR_unshare, CLONE_NEWUSER));
  write_file("/proc/self/setgroups", "deny");
  put(put_number(put(put_number(line, plan->uid), " 0 "), 1), "\n");
  write_file("/proc/self/uid_map", line);
  put(put_number(put(put_number(line, plan->gid), " 0 "), 1), "\n");
  write_file("/proc/self/gid_map", line);
}

/**
 * Fails before any socket is passed on if the capabilities have no effect, because gatehouse then starts another
 * container. Dropping a capability that does not exist fails with EINVAL if this process can drop capabilities.
 */
static void require_capabilities(const struct plan *plan) {
  if (plan->uid >= 0 && call(__NR_prctl, PR_CAPBSET_DROP, 63, 0, 0, 0) == -EPERM) fail("capabilities", -EPERM);
}

static void give_up_rights(const struct plan *plan) {
  if (plan->map_user) map_user(plan);
  call(__NR_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // Best effort: this fails without privileges, but in that case no capability can be gained either.
  for (long i = 0; i < 64; i++) call(__NR_prctl, PR_CAPBSET_DROP, i, 0, 0, 0);
  if (plan->uid >= 0) {
    // The kernel forbids this in a mapped namespace, where it is not needed.
    if (!plan->map_user) check("setgroups", call(__NR_setgroups, 0, 0));
    check("setresgid", call(__NR_setresgid, plan->gid, plan->gid, plan->gid));
    check("setresuid", call(__NR_setresuid, plan->uid, plan->uid, plan->uid));
  }
  // In a separate user namespace, the limit counts only the command's processes. The existing limit may be lower.
  if (plan->processes) limit(RLIMIT_NPROC, (unsigned long)plan->processes);
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {0};
  check("capset", call(__NR_capset, &head, none));
  check("no_new_privs", call(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  // Prevents tracing, because a process that traces this one could use the channel.
  check("dumpable", call(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0));
  // Set here, because changing the user clears this setting.
  call(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  check("seccomp", load_filter());
}

static const char *variable(const char *name) {
  for (char **one = environment; one && *one; one++) {
    const char *value = after(*one, name);
    if (value && value - length(name) == *one) return value;
  }
  return 0;
}

/** Runs a file. Like execvp, runs it as a shell script if it is not a binary and has no interpreter line. */
static long run_file(const char *file, char **command) {
  long answer = call(__NR_execve, file, command, environment);
  if (answer != -ENOEXEC) return answer;
  char *script[4096] = {"/bin/sh", (char *)file};
  for (int i = 1; i < 4093 && command[i]; i++) script[i + 1] = command[i];
  return call(__NR_execve, script[0], script, environment);
}

static long run_command(char **command) {
  const char *name = command[0], *path = variable("PATH=");
  if (!*name) return -ENOENT;
  if (after(name, "/")) return run_file(name, command);
  if (!path) path = "/usr/local/bin:/usr/bin:/bin";
  long error = -ENOENT;
  for (char file[4096]; *path;) {
    size_t size = 0;
    while (*path && *path != ':' && size < sizeof file - 2) file[size++] = *path++;
    while (*path && *path != ':') path++;
    if (*path) path++;
    if (size + length(name) + 2 > sizeof file) continue;
    if (size == 0) file[size++] = '.';
    file[size++] = '/';
    put(file + size, name);
    long answer = run_file(file, command);
    if (answer == -EACCES) error = answer;
    else if (answer != -ENOENT && answer != -ENOTDIR) return answer;
  }
  return error;
}

/** Turns the child into the command. If this fails, writes the error to `report`. */
static void become_command(const struct plan *plan, int report) {
  unsigned long all = ~0UL;
  call(__NR_setpgid, 0, 0);
  int self = (int)call(__NR_getpid);
  if (plan->terminal) call(__NR_ioctl, 0, TIOCSPGRP, &self);
  call(__NR_rt_sigprocmask, SIG_UNBLOCK, &all, 0, sizeof all);
  if (plan->complaints >= 0) call(__NR_dup3, plan->complaints, 2, 0);
  // Node leaves pipes in non-blocking mode; a command that does not expect this would lose output.
  for (int i = 0; i < 3; i++) {
    long flags = call(__NR_fcntl, i, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK)) call(__NR_fcntl, i, F_SETFL, flags & ~O_NONBLOCK);
  }
  call(__NR_dup3, report, 3, O_CLOEXEC);
  call(__NR_close_range, 4, ~0U, 0);
  long error = run_command(plan->command);
  call(__NR_write, 3, &error, sizeof error);
  call(__NR_exit_group, error == -ENOENT ? 127 : 126);
}

static void start_command(const struct plan *plan) {
  int report[2];
  check("pipe", call(__NR_pipe2, report, O_CLOEXEC));
  long made = call(__NR_clone, SIGCHLD, 0, 0, 0, 0);
  check("fork", made);
  if (made == 0) become_command(plan, report[1]);
  child = (int)made;
  call(__NR_close, report[1]);
  long error = 0;
  long count = call(__NR_read, report[0], &error, sizeof error);
  call(__NR_close, report[0]);
  tell(count > 0 ? "refused" : "started", -error);
}

/** Reaps exited children. When the command exits, reports its result and exits, too. */
static void reap(void) {
  for (;;) {
    int status = 0;
    long ended = call(__NR_wait4, -1, &status, WNOHANG | WUNTRACED, 0);
    if (ended <= 0) return;
    if (ended != child) continue;
    int signal = status & 0x7f;
    if ((status & 0xff) == 0x7f) {
      tell("stopped", (status >> 8) & 0xff);
      continue;
    }
    tell(signal ? "killed" : "exit", signal ? signal : (status >> 8) & 0xff);
    call(__NR_exit_group, signal ? 128 + signal : (status >> 8) & 0xff);
  }
}

/**
 * Prevents core dumps, because the memory of this process and of the command may contain a secret. A limit of 1 byte is
 * too small for a file. It is also the only limit at which the kernel does not run a core dump handler outside the
 * container; with 0, the handler would run. A hard limit of 0 cannot be raised without privileges, so it is kept.
 */
static void forbid_core_files(void) {
  if (limit(RLIMIT_CORE, 1) < 0) check("core limit", limit(RLIMIT_CORE, 0));
}

static int run_inside(char **arguments) {
  // Inherited descriptors could give access to the host's disk.
  call(__NR_close_range, 5, ~0U, 0);
  open_lines();
  // Connects first, because errors are reported through the channel.
  for (char **one = arguments + 2; *one && !equal(*one, "--"); one++)
    if (equal(*one, "-c") && one[1]) connect_channel(one[1]);
  forbid_core_files();
  struct plan plan = read_plan(arguments);
  unsigned long all = ~0UL;
  call(__NR_rt_sigprocmask, SIG_BLOCK, &all, 0, sizeof all);
  long signals = call(__NR_signalfd4, -1, &all, sizeof all, SFD_CLOEXEC | SFD_NONBLOCK);
  check("signalfd", signals);
  require_capabilities(&plan);
  make_sockets(&plan);
  // Before the container is reported as ready, because gatehouse can use another runtime until then.
  give_up_rights(&plan);
  tell("ready", 1);
  while (!environment) {
    if (!fill()) return 125;
    take_lines();
  }
  verify_shown();
  start_command(&plan);
  struct pollfd watched[2] = {{channel, POLLIN, 0}, {(int)signals, POLLIN, 0}};
  for (;;) {
    call(__NR_ppoll, watched, 2, 0, 0, 0);
    char taken[128];
    while (call(__NR_read, signals, taken, sizeof taken) > 0) continue;
    reap();
    if (!watched[0].revents) continue;
    // gatehouse, and with it the proxy, has exited, so the command must not continue.
    if (!fill()) return 128 + SIGKILL;
    take_lines();
  }
}

#include "relay.h"

/** Takes the terminal back after the command has exited. */
static int take_terminal(void) {
  unsigned long all = ~0UL;
  call(__NR_rt_sigprocmask, SIG_BLOCK, &all, 0, sizeof all);
  long terminal = call(__NR_openat, AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC);
  int group = (int)call(__NR_getpgid, 0);
  return terminal < 0 || call(__NR_ioctl, terminal, TIOCSPGRP, &group) < 0;
}

static void join_group(const char *path) {
  long file = call(__NR_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
  check("control group", file);
  check("control group", call(__NR_write, file, "0", 1));
  call(__NR_close, file);
}

/**
 * Starts a runtime. -a: in a separate process group, which the terminal's signals do not reach. -j FILE: in the control
 * group with this `cgroup.procs` file. Joining before the runtime starts ensures that the group contains all of its
 * processes.
 */
static int start_runtime(char **arguments, char **variables) {
  char **argument = arguments + 2;
  for (; *argument && (*argument)[0] == '-'; argument++) {
    if (equal(*argument, "-a")) call(__NR_setpgid, 0, 0);
    else if (equal(*argument, "-j")) join_group(value_of(&argument));
    else fail("usage", -EINVAL);
  }
  if (!*argument) fail("usage", -EINVAL);
  return call(__NR_execve, *argument, argument, variables) < 0 ? 127 : 0;
}

int run(long *stack) {
  char **arguments = (char **)(stack + 1);
  const char *mode = stack[0] > 1 ? arguments[1] : "";
  if (equal(mode, "inside")) return run_inside(arguments);
  if (equal(mode, "relay") && arguments[2]) return run_relay(arguments[2]);
  if (equal(mode, "terminal")) return take_terminal();
  if (equal(mode, "start")) return start_runtime(arguments, arguments + stack[0] + 1);
  return 2;
}

#ifdef __x86_64__
__asm__(".globl _start\n_start: xor %ebp,%ebp\nmov %rsp,%rdi\nand $-16,%rsp\ncall run\n"
        "mov %eax,%edi\nmov $231,%eax\nsyscall\n");
#else
__asm__(".globl _start\n_start: mov x0,sp\nbl run\nmov x8,#94\nsvc 0\n");
#endif
