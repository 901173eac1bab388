// Runs inside: asks the kernel for everything that leads out, and prints one line of JSON: the error of each, 0 for none.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/futex.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int isFirst = 1;

static void tell(const char *name, long error) {
  printf("%s\"%s\":%ld", isFirst ? "{" : ",", name, error);
  isFirst = 0;
}

// In a child: what succeeds or kills, changes only that one.
#define TRY(name, call)                             \
  do {                                              \
    fflush(stdout);                                 \
    pid_t child = fork();                           \
    if (child == 0) {                               \
      errno = 0;                                    \
      long answer = (long)(call);                   \
      _exit(answer == -1 ? errno : 0);              \
    }                                               \
    int status = 0;                                 \
    waitpid(child, &status, 0);                     \
    tell(name, WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status)); \
  } while (0)

static void sockets(void) {
  static const struct { const char *name; int family, type, protocol; } all[] = {
      {"socket vsock", 40, SOCK_STREAM, 0},     {"socket packet", 17, SOCK_RAW, 0},
      {"socket packet dgram", 17, SOCK_DGRAM, 0}, {"socket raw", AF_INET, SOCK_RAW, 1},
      {"socket raw 6", AF_INET6, SOCK_RAW, 58}, {"socket raw ip", AF_INET, SOCK_RAW, 255},
      {"socket netlink audit", 16, SOCK_RAW, 9}, {"socket netlink uevent", 16, SOCK_RAW, 15},
      {"socket netlink netfilter", 16, SOCK_RAW, 12}, {"socket netlink xfrm", 16, SOCK_RAW, 6},
      {"socket netlink generic", 16, SOCK_RAW, 16}, {"socket netlink crypto", 16, SOCK_RAW, 21},
      {"socket netlink diag", 16, SOCK_RAW, 4}, {"socket netlink connector", 16, SOCK_RAW, 11},
      {"socket alg", 38, SOCK_SEQPACKET, 0},    {"socket bluetooth", 31, SOCK_RAW, 1},
      {"socket can", 29, SOCK_RAW, 1},          {"socket key", 15, SOCK_RAW, 2},
      {"socket tipc", 30, SOCK_STREAM, 0},      {"socket rds", 21, SOCK_SEQPACKET, 0},
      {"socket xdp", 44, SOCK_RAW, 0},          {"socket ax25", 3, SOCK_DGRAM, 0},
      {"socket ipx", 4, SOCK_DGRAM, 0},         {"socket appletalk", 5, SOCK_DGRAM, 0},
      {"socket x25", 9, SOCK_SEQPACKET, 0},     {"socket pppox", 24, SOCK_STREAM, 0},
      {"socket llc", 26, SOCK_STREAM, 0},       {"socket ib", 27, SOCK_RAW, 0},
      {"socket mpls", 28, SOCK_RAW, 0},         {"socket rxrpc", 33, SOCK_DGRAM, 0},
      {"socket phonet", 35, SOCK_DGRAM, 0},     {"socket ieee802154", 36, SOCK_RAW, 0},
      {"socket caif", 37, SOCK_STREAM, 0},      {"socket nfc", 39, SOCK_RAW, 0},
      {"socket kcm", 41, SOCK_DGRAM, 0},        {"socket qipcrtr", 42, SOCK_DGRAM, 0},
      {"socket smc", 43, SOCK_STREAM, 0},       {"socket mctp", 45, SOCK_DGRAM, 0},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    TRY(all[i].name, socket(all[i].family, all[i].type, all[i].protocol));
  TRY("socketpair vsock", ({ int two[2]; socketpair(40, SOCK_STREAM, 0, two); }));
  TRY("socket family in the high bits", syscall(SYS_socket, (1L << 32) | 40, SOCK_STREAM, 0));
}

static void namespaces(void) {
  static const struct { const char *name; int flag; } all[] = {
      {"user", CLONE_NEWUSER}, {"mnt", CLONE_NEWNS}, {"net", CLONE_NEWNET}, {"pid", CLONE_NEWPID},
      {"ipc", CLONE_NEWIPC},   {"uts", CLONE_NEWUTS}, {"cgroup", CLONE_NEWCGROUP}, {"time", 0x80},
  };
  char name[64];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    snprintf(name, sizeof name, "unshare %s", all[i].name);
    TRY(name, unshare(all[i].flag));
    snprintf(name, sizeof name, "setns %s", all[i].name);
    char path[64];
    snprintf(path, sizeof path, "/proc/1/ns/%s", all[i].name);
    TRY(name, setns(open(path, O_RDONLY), all[i].flag));
    if (all[i].flag == 0x80) continue;
    snprintf(name, sizeof name, "clone %s", all[i].name);
    TRY(name, syscall(SYS_clone, all[i].flag | SIGCHLD, 0, 0, 0, 0));
  }
  long nothing[11] = {CLONE_NEWUSER};
  TRY("clone3", syscall(SYS_clone3, nothing, sizeof nothing));
  TRY("unshare in the high bits too", syscall(SYS_unshare, (1L << 32) | CLONE_NEWUSER));
#ifdef __x86_64__
  TRY("x32 unshare", syscall(0x40000000 | SYS_unshare, CLONE_NEWUSER));
  TRY("i386 unshare", ({ long a; __asm__ volatile("int $0x80" : "=a"(a) : "a"(310), "b"(CLONE_NEWUSER)); errno = -a; a < 0 ? -1 : 0; }));
#endif
}

static void mounts(void) {
  TRY("mount tmpfs", mount("none", "/tmp", "tmpfs", 0, ""));
  TRY("mount proc", mount("proc", "/tmp", "proc", 0, ""));
  TRY("mount bind", mount("/", "/tmp", 0, MS_BIND | MS_REC, 0));
  TRY("mount remount", mount(0, "/usr", 0, MS_REMOUNT | MS_BIND, 0));
  TRY("umount shadow", umount2("/etc/shadow", MNT_DETACH));
  TRY("umount proc sys", umount2("/proc/sys", MNT_DETACH));
  TRY("umount run", umount2("/run", MNT_DETACH));
  TRY("pivot_root", syscall(SYS_pivot_root, "/tmp", "/tmp"));
  TRY("chroot", chroot("/tmp"));
  TRY("open_tree", syscall(428, AT_FDCWD, "/", 1));
  TRY("move_mount", syscall(429, AT_FDCWD, "/tmp", AT_FDCWD, "/var/tmp", 0));
  TRY("fsopen", syscall(430, "tmpfs", 0));
  TRY("fspick", syscall(433, AT_FDCWD, "/", 0));
  TRY("mount_setattr", syscall(442, AT_FDCWD, "/usr", 0, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32));
  struct { struct file_handle head; char bytes[128]; } handle = {.head.handle_bytes = 8};
  TRY("open_by_handle_at", open_by_handle_at(AT_FDCWD, &handle.head, O_RDONLY));
  TRY("mknod block", mknod("/tmp/block", S_IFBLK | 0600, 0x0800));
  TRY("mknod mem", mknod("/tmp/mem", S_IFCHR | 0600, 0x0101));
  TRY("swapon", syscall(SYS_swapon, "/tmp/none", 0));
  TRY("quotactl", syscall(SYS_quotactl, 0, 0, 0, 0));
  TRY("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
}

static void kernel(void) {
  char bytes[4096] = {0};
  TRY("keyctl", syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1));
  TRY("keyctl join", syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0));
  TRY("add_key", syscall(SYS_add_key, "user", "a", "b", 1, KEY_SPEC_USER_KEYRING));
  TRY("request_key", syscall(SYS_request_key, "user", "a", 0, 0));
  TRY("bpf map", syscall(SYS_bpf, BPF_MAP_CREATE, bytes, 64));
  TRY("bpf program", syscall(SYS_bpf, BPF_PROG_LOAD, bytes, 64));
  TRY("io_uring_setup", syscall(425, 8, bytes));
  TRY("io_uring_enter", syscall(426, 0, 0, 0, 0, 0));
  TRY("io_uring_register", syscall(427, 0, 0, 0, 0));
  TRY("userfaultfd", syscall(SYS_userfaultfd, 1));
  TRY("perf_event_open", syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0));
  TRY("kexec_load", syscall(SYS_kexec_load, 0, 0, 0, 0));
  TRY("init_module", syscall(SYS_init_module, bytes, 10, ""));
  TRY("finit_module", syscall(SYS_finit_module, 0, "", 0));
  TRY("delete_module", syscall(SYS_delete_module, "none", 0));
  TRY("syslog", syscall(SYS_syslog, 3, bytes, 100));
  TRY("sethostname", sethostname("evil", 4));
  TRY("setdomainname", setdomainname("evil", 4));
  TRY("acct", syscall(SYS_acct, "/tmp/acct"));
  TRY("vhangup", syscall(SYS_vhangup));
  TRY("settimeofday", syscall(SYS_settimeofday, bytes, 0));
  TRY("clock_settime", syscall(SYS_clock_settime, 0, bytes));
  TRY("adjtimex", ({ *(unsigned *)bytes = 1; syscall(SYS_adjtimex, bytes); }));
  TRY("reboot of nothing", syscall(SYS_reboot, 0, 0, 0, 0));
#ifdef __x86_64__
  TRY("iopl", syscall(SYS_iopl, 3));
  TRY("ioperm", syscall(SYS_ioperm, 0x80, 1, 1));
#endif
  TRY("TIOCSTI", ({ int pty = open("/dev/ptmx", O_RDWR | O_NOCTTY); ioctl(pty, 0x5412, "x"); }));
  TRY("TIOCSTI in the high bits too", syscall(SYS_ioctl, open("/dev/ptmx", O_RDWR | O_NOCTTY), 0x100005412, "x"));
  TRY("TIOCLINUX", ({ int pty = open("/dev/ptmx", O_RDWR | O_NOCTTY); ioctl(pty, 0x541c, "\3"); }));
}

#define TWO(name, call)                                        \
  TRY(name " setuid", ({ mode_t bit = S_ISUID; call; })); \
  TRY(name " setgid", ({ mode_t bit = S_ISGID; call; }))

// In the working directory: a program that runs with its owner's rights would stay there.
static void setid(void) {
  int file = open("setid", O_CREAT | O_RDWR, 0755);
  TWO("chmod", chmod("setid", 0755 | bit));
  TWO("fchmod", fchmod(file, 0755 | bit));
  TWO("fchmodat", syscall(SYS_fchmodat, AT_FDCWD, "setid", 0755 | bit));
  TWO("fchmodat2", syscall(452, AT_FDCWD, "setid", 0755 | bit, 0));
  TWO("fchmodat2 empty path", syscall(452, file, "", 0755 | bit, 0x1000));
  TWO("chmod in the high bits too", syscall(SYS_fchmodat, AT_FDCWD, "setid", (1L << 32) | 0755 | bit));
  TWO("openat", openat(AT_FDCWD, "setid openat", O_CREAT | O_RDWR, 0755 | bit));
  TWO("tmpfile", openat(AT_FDCWD, ".", O_TMPFILE | O_RDWR, 0755 | bit));
  TWO("mknodat", mknodat(AT_FDCWD, "setid mknodat", S_IFREG | 0755 | bit, 0));
  TWO("openat2", ({ unsigned long how[3] = {O_CREAT | O_RDWR, 0755 | bit}; syscall(437, AT_FDCWD, "setid openat2", how, sizeof how); }));
#ifdef __x86_64__
  TWO("open", syscall(SYS_open, "setid open", O_CREAT | O_RDWR, 0755 | bit));
  TWO("open tmpfile", syscall(SYS_open, ".", O_TMPFILE | O_RDWR, 0755 | bit));
  TWO("creat", syscall(SYS_creat, "setid creat", 0755 | bit));
  TWO("mknod", syscall(SYS_mknod, "setid mknod", S_IFREG | 0755 | bit, 0));
  TWO("i386 chmod", ({ long a; static char path[] = "setid"; __asm__ volatile("int $0x80" : "=a"(a) : "a"(15), "b"(path), "c"(0755 | bit)); errno = -a; a < 0 ? -1 : 0; }));
#endif
  // Version 2, `cap_setuid+ep`.
  unsigned capability[5] = {0x02000001, 1 << 7};
  TRY("file capability", fsetxattr(file, "security.capability", capability, sizeof capability, 0));
  TRY("link to a setuid program", link("/usr/bin/su", "setid link"));
  TRY("control chmod", chmod("setid", 0755));
  TRY("control sticky", fchmod(file, 01755));
  TRY("control create", openat(AT_FDCWD, "setid file", O_CREAT | O_RDWR, 0755));
  TRY("control mode of an open that creates nothing", syscall(SYS_openat, AT_FDCWD, "setid", O_RDONLY, 06755));
  TRY("control mkdir", syscall(SYS_mkdirat, AT_FDCWD, "setid folder", 02755));
}

static void rights(void) {
  TRY("setuid root", ({ getuid() == 0 ? (errno = EPERM, -1) : setuid(0); }));
  TRY("setgroups", ({ gid_t groups[] = {0, 4, 6, 27, 999}; syscall(SYS_setgroups, 5, groups); }));
  TRY("chown to another", ({ close(open("/tmp/owned", O_CREAT | O_WRONLY, 0600)); chown("/tmp/owned", 12345, 12345); }));
  TRY("no_new_privs off", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
  TRY("ambient", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 21, 0, 0));
  TRY("capset", ({ int head[] = {0x20080522, 0}; unsigned data[] = {~0U, ~0U, ~0U, ~0U, ~0U, ~0U}; syscall(SYS_capset, head, data); }));
  TRY("nice", setpriority(0, 0, -20));
  TRY("mlock of much", ({ errno = 0; struct sched_param most = {99}; sched_setscheduler(0, SCHED_FIFO, &most); }));
}

static void others(void) {
  char bytes[64];
  struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
  TRY("ptrace seize 1", ptrace(PTRACE_SEIZE, 1, 0, 0));
  TRY("ptrace attach 1", ptrace(PTRACE_ATTACH, 1, 0, 0));
  TRY("process_vm_readv 1", process_vm_readv(1, &here, 1, &there, 1, 0));
  TRY("process_vm_writev 1", process_vm_writev(1, &here, 1, &there, 1, 0));
  TRY("pidfd_getfd 1", ({ int fd = syscall(434, 1, 0); syscall(438, fd, 3, 0); }));
  TRY("kcmp 1", syscall(SYS_kcmp, 1, getpid(), 0, 3, 0));
  TRY("move_pages 1", syscall(SYS_move_pages, 1, 0, 0, 0, 0, 0));
}

int main(void) {
  sockets(), namespaces(), mounts(), kernel(), setid(), rights(), others();
  // These have to be possible: else everything could fail for one reason, and prove nothing.
  TRY("control socket", socket(AF_INET, SOCK_STREAM, 0));
  TRY("control unix", socket(AF_UNIX, SOCK_STREAM, 0));
  TRY("control route", socket(16, SOCK_RAW, 0));
  TRY("control thread", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  TRY("control ptrace", ({ pid_t child = fork(); if (!child) pause(); long a = ptrace(PTRACE_SEIZE, child, 0, 0); kill(child, SIGKILL); a; }));
  printf("}\n");
  return 0;
}
