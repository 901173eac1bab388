// The channel to gatehouse: lines of JSON in the format of Node's own IPC. A socket is sent with its line.
#define LINES (8 * 1024 * 1024)

static int channel = 3;
static char *lines;        // received text that is not processed yet
static size_t filled;

static long send_line(const char *line, int descriptor) {
  struct iovec part = {(void *)line, length(line)};
  char control[CMSG_SPACE(sizeof(int))] __attribute__((aligned(8))) = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *head = (struct cmsghdr *)control;
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    *(int *)CMSG_DATA(head) = descriptor;
  }
  return call(__NR_sendmsg, channel, &message, MSG_NOSIGNAL);
}

/** Sends `{"name":value}`. */
static void tell(const char *name, long value) {
  char line[96], *at = put(line, "{\"");
  at = put(at, name);
  at = put_number(put(at, "\":"), value);
  put(at, "}\n");
  send_line(line, -1);
}

/** Exits before the command has started, and reports the failed call and its error number. */
static void fail(const char *what, long error) {
  char line[160], *at = put(line, "{\"failed\":\"");
  at = put(put(at, what), "\",\"errno\":");
  put(put_number(at, -error), "}\n");
  // Without a channel, the runtime's standard error is the only way to report this.
  if (send_line(line, -1) < 0) call(__NR_write, 2, line, length(line));
  call(__NR_exit_group, 125);
}

static void check(const char *what, long answer) {
  if (answer < 0) fail(what, answer);
}

static void open_lines(void) {
  long at = call(__NR_mmap, 0, LINES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  check("mmap", at < 0 && at > -4096 ? at : 0);
  lines = (char *)at;
}

/** Reads available data. @returns 0 if the other side has closed */
static int fill(void) {
  if (filled >= LINES - 1) return 0;
  long count = call(__NR_read, channel, lines + filled, LINES - 1 - filled);
  if (count == -EINTR || count == -EAGAIN) return 1;
  if (count <= 0) return 0;
  filled += (size_t)count;
  lines[filled] = 0;
  return 1;
}

/** Returns the end of the first complete line; 0 if there is none. */
static char *line_end(void) {
  for (size_t i = 0; i < filled; i++)
    if (lines[i] == '\n') return lines + i;
  return 0;
}

static void drop_line(char *end) {
  size_t size = (size_t)(end + 1 - lines);
  for (size_t i = size; i <= filled; i++) lines[i - size] = lines[i];
  filled -= size;
}
