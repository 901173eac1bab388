// System calls that a command behind the firewall must not use. Calls that need a capability fail anyway, because the
// command has none. This filter also blocks calls that need no capability: other socket families, new namespaces, input
// to the caller's terminal, and the creation of set-user-ID programs. Such a program in the working directory would run
// with its owner's rights outside the container.
#ifdef __x86_64__
#define OUR_ARCH AUDIT_ARCH_X86_64
#else
#define OUR_ARCH AUDIT_ARCH_AARCH64
#endif

#define NAMESPACES                                                                        \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
   CLONE_NEWNET)

#define SET_ID 06000                          // S_ISUID | S_ISGID
#define CREATES_FILE (O_CREAT | 020000000)  // the kernel's __O_TMPFILE; glibc's value includes O_DIRECTORY

// Since Linux 6.6; missing in older headers.
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ARGUMENT(i) LOAD(args[i])  // the low 32 bits: both architectures are little-endian
#define IF_NOT(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define IF(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, skip, 0)
#define IF_NO_BIT(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(error) ANSWER(SECCOMP_RET_ERRNO | (error))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define WITHOUT(name) IF_NOT(__NR_##name, 1), REFUSE(EPERM)
#define UNKNOWN(name) IF_NOT(__NR_##name, 1), REFUSE(ENOSYS)
#define WITHOUT_SET_ID(name, mode) \
  IF_NOT(__NR_##name, 4), ARGUMENT(mode), IF_NO_BIT(SET_ID, 1), REFUSE(EPERM), ALLOW
#define OPEN_WITHOUT_SET_ID(name, flags, mode)                                           \
  IF_NOT(__NR_##name, 6), ARGUMENT(flags), IF_NO_BIT(CREATES_FILE, 3), ARGUMENT(mode), \
      IF_NO_BIT(SET_ID, 1), REFUSE(EPERM), ALLOW

static struct sock_filter filter[] = {
    LOAD(arch), IF(OUR_ARCH, 1), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr),
#ifdef __x86_64__
    // The x32 variant of each call would bypass all following checks.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE(ENOSYS),
#endif
    // The arguments of these calls cannot be inspected. If the calls are missing, libraries use older ones instead.
    UNKNOWN(clone3), UNKNOWN(io_uring_setup), UNKNOWN(io_uring_enter), UNKNOWN(io_uring_register),
    UNKNOWN(openat2),

    WITHOUT(setns), WITHOUT(mount), WITHOUT(umount2), WITHOUT(pivot_root), WITHOUT(chroot),
    WITHOUT(open_tree), WITHOUT(move_mount), WITHOUT(fsopen), WITHOUT(fsconfig), WITHOUT(fsmount),
    WITHOUT(fspick), WITHOUT(mount_setattr), WITHOUT(keyctl), WITHOUT(add_key),
    WITHOUT(request_key), WITHOUT(bpf), WITHOUT(perf_event_open), WITHOUT(userfaultfd),
    WITHOUT(open_by_handle_at), WITHOUT(fanotify_init), WITHOUT(kexec_load),
    WITHOUT(kexec_file_load), WITHOUT(init_module), WITHOUT(finit_module), WITHOUT(delete_module),
    WITHOUT(reboot), WITHOUT(swapon), WITHOUT(swapoff), WITHOUT(acct), WITHOUT(quotactl),
    WITHOUT(syslog), WITHOUT(sethostname), WITHOUT(setdomainname), WITHOUT(settimeofday),
    WITHOUT(clock_settime), WITHOUT(vhangup), WITHOUT(lookup_dcookie), WITHOUT(nfsservctl),

    // mkdir is omitted, because the kernel ignores these bits for it. chmod is refused for directories, too: the filter
    // cannot see the file type.
    WITHOUT_SET_ID(fchmod, 1), WITHOUT_SET_ID(fchmodat, 2), WITHOUT_SET_ID(fchmodat2, 2),
    WITHOUT_SET_ID(mknodat, 2), OPEN_WITHOUT_SET_ID(openat, 2, 3),
#ifdef __x86_64__
    WITHOUT_SET_ID(chmod, 1), WITHOUT_SET_ID(creat, 1), WITHOUT_SET_ID(mknod, 1),
    OPEN_WITHOUT_SET_ID(open, 1, 2),
#endif

    IF_NOT(__NR_unshare, 4), ARGUMENT(0), IF_NO_BIT(NAMESPACES | CLONE_NEWTIME, 1), REFUSE(EPERM),
    ALLOW,
    IF_NOT(__NR_clone, 4), ARGUMENT(0), IF_NO_BIT(NAMESPACES, 1), REFUSE(EPERM), ALLOW,
    IF_NOT(__NR_ioctl, 5), ARGUMENT(1), IF(TIOCSTI, 2), IF(TIOCLINUX, 1), ALLOW, REFUSE(EPERM),

    IF(__NR_socket, 2), IF(__NR_socketpair, 1), ALLOW,
    ARGUMENT(0), IF(AF_UNIX, 5), IF(AF_INET, 4), IF(AF_INET6, 3), IF_NOT(AF_NETLINK, 3),
    // The only allowed netlink protocol lists addresses and routes.
    ARGUMENT(2), IF_NOT(0, 1), ALLOW, REFUSE(EPERM),
};

static long load_filter(void) {
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return call(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
