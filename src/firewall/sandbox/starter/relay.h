// For runtimes that do not pass on descriptors (sudo, docker): on the host, the starter relays bytes and sockets between
// gatehouse's channel and a socket with a path. Node itself cannot receive descriptors from such a socket.

/** Relays one message. @returns 0 at the end of the stream */
static int carry(int from, int to) {
  static char bytes[65536];
  char control[CMSG_SPACE(4 * sizeof(int))] __attribute__((aligned(8)));
  struct iovec part = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control};
  message.msg_controllen = sizeof control;
  long count = call(__NR_recvmsg, from, &message, MSG_CMSG_CLOEXEC);
  if (count == -EINTR || count == -EAGAIN) return 1;
  if (count <= 0) return 0;
  struct cmsghdr *head = (struct cmsghdr *)control;
  int has_sockets = message.msg_controllen >= sizeof *head && head->cmsg_type == SCM_RIGHTS;
  for (long sent = 0; sent < count;) {
    part.iov_base = bytes + sent;
    part.iov_len = (size_t)(count - sent);
    if (!has_sockets || sent > 0) message.msg_control = 0, message.msg_controllen = 0;
    long written = call(__NR_sendmsg, to, &message, MSG_NOSIGNAL);
    if (written == -EAGAIN) {
      struct pollfd room = {to, POLLOUT, 0};
      call(__NR_ppoll, &room, 1, 0, 0, 0);
    } else if (written < 0 && written != -EINTR) return 0;
    else if (written > 0) sent += written;
  }
  if (!has_sockets) return 1;
  int *sockets = (int *)CMSG_DATA(head);
  for (size_t i = 0; i < (head->cmsg_len - sizeof *head) / sizeof(int); i++)
    call(__NR_close, sockets[i]);
  return 1;
}

/** Accepts exactly one connection at `path`. */
static int run_relay(const char *path) {
  call(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  open_lines();
  // The relayed data includes the environment, which must not be in a core file.
  forbid_core_files();
  // gatehouse forwards signals that are sent to the caller's process group, so they are blocked here.
  unsigned long all = ~0UL;
  call(__NR_rt_sigprocmask, SIG_BLOCK, &all, 0, sizeof all);
  struct sockaddr_un address = at_path(path);
  long door = call(__NR_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  check("socket", door);
  // Any user can connect, but only the owner can enter the directory. The client may be root without access to the
  // owner's files.
  call(__NR_umask, 0);
  // A failed attempt to start a container leaves its socket behind.
  call(__NR_unlinkat, AT_FDCWD, path, 0);
  check("bind", call(__NR_bind, door, &address, sizeof address));
  check("listen", call(__NR_listen, door, 1));
  tell("listening", 1);
  // If no client connects, the channel closes when gatehouse exits.
  struct pollfd watched[2] = {{(int)door, POLLIN, 0}, {channel, POLLRDHUP, 0}};
  call(__NR_ppoll, watched, 2, 0, 0, 0);
  if (watched[1].revents) return 1;
  long visitor = call(__NR_accept4, door, 0, 0, SOCK_CLOEXEC);
  check("accept", visitor);
  call(__NR_close, door);
  call(__NR_unlinkat, AT_FDCWD, path, 0);
  watched[0].fd = (int)visitor;
  watched[1].events = POLLIN;
  for (;;) {
    call(__NR_ppoll, watched, 2, 0, 0, 0);
    if (watched[0].revents && !carry((int)visitor, channel)) return 0;
    if (watched[1].revents && !carry(channel, (int)visitor)) return 0;
  }
}
