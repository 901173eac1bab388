// Compares the container's mounts with gatehouse's plan. A runtime resolves paths again after planning. In between,
// another session in the same directory can replace a directory with its own, or with a link to any location.
#include <asm/statfs.h>
#include <linux/stat.h>

#ifndef O_PATH
#define O_PATH 010000000
#define AT_EMPTY_PATH 0x1000
#endif

// One entry per mount, followed by a NUL: "KIND DEVICE INODE PATH". KIND is w (writable), r (read-only), h (hidden by
// the null device) or e (an empty directory). For h and e, DEVICE and INODE are those of the directory around it.
static char *shown;
static long shown_count;

static unsigned long take_unsigned(const char **text) {
  unsigned long value = 0;
  while (**text >= '0' && **text <= '9') value = value * 10 + (unsigned long)(*(*text)++ - '0');
  if (**text) (*text)++;
  return value;
}

static long examine(long file, struct statx *found) {
  return call(__NR_statx, file, "", AT_EMPTY_PATH, STATX_BASIC_STATS, found);
}

static int is_planned(const struct statx *found, unsigned long device, unsigned long inode) {
  unsigned long major = found->stx_dev_major, minor = found->stx_dev_minor;
  return ((minor & 0xff) | major << 8 | (minor & ~0xffUL) << 12) == device && found->stx_ino == inode;
}

static int is_null_device(const struct statx *found) {
  return (found->stx_mode & S_IFMT) == S_IFCHR && found->stx_rdev_major == 1 &&
         found->stx_rdev_minor == 3;
}

/** Returns whether the path is a mount point, which cannot be renamed. Kernels before 5.8 do not report this. */
static int is_mount(const struct statx *found) {
  return !(found->stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) ||
         (found->stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

static long compare(char kind, long folder, long file, const char *identity) {
  unsigned long device = take_unsigned(&identity), inode = take_unsigned(&identity);
  struct statx around, found;
  struct statfs system;
  long error = examine(folder, &around);
  if (error < 0) return error;
  // If this user can neither enter the directory nor make it accessible, the command cannot either.
  if (file == -EACCES && around.stx_uid != (unsigned)call(__NR_geteuid)) return 0;
  int is_cover = kind == 'h' || kind == 'e';
  if (is_cover && !is_planned(&around, device, inode)) return -ESTALE;
  // Another program has deleted the socket or the directory since planning, and the cover with it.
  if (is_cover && file == -ENOENT) return 0;
  if (file < 0) return file;
  if ((error = examine(file, &found)) < 0) return error;
  if (!is_mount(&found)) return -EXDEV;
  if (kind == 'h' && !is_null_device(&found)) return -ESTALE;
  if (!is_cover && !is_planned(&found, device, inode)) return -ESTALE;
  if ((error = call(__NR_fstatfs, file, &system)) < 0) return error;
  return kind != 'w' && !(system.f_flags & 1) ? -EROFS : 0;  // ST_RDONLY
}

/** Opens each directory of the path separately, so no link is followed. @returns 0, or the error if the entry differs */
static long verify_entry(char *entry) {
  const int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  const char *path = entry + 2;
  take_unsigned(&path), take_unsigned(&path);
  long folder = call(__NR_openat, AT_FDCWD, "/", flags), file = folder;
  for (char *name = (char *)path + 1; folder >= 0;) {
    char *end = name;
    while (*end && *end != '/') end++;
    char next = *end;
    *end = 0;
    file = call(__NR_openat, folder, name, flags);
    *end = next;
    if (!next || file < 0) {
      // Only the last name is allowed to be missing.
      long answer = next && file == -ENOENT ? file : compare(entry[0], folder, file, entry + 2);
      call(__NR_close, folder);
      if (file >= 0) call(__NR_close, file);
      return answer;
    }
    call(__NR_close, folder);
    folder = file;
    name = end + 1;
  }
  return folder;
}

/** Exits before the command has started if a mount differs from the plan. Runs as the caller. */
static void verify_shown(void) {
  if (!shown) fail("shown", -EINVAL);
  char *entry = shown;
  for (long i = 0; i < shown_count; i++, entry += length(entry) + 1) {
    long error = verify_entry(entry);
    if (error >= 0) continue;
    char line[96], *at = put_number(put(line, "{\"differs\":"), i);
    put(put_number(put(at, ",\"errno\":"), -error), "}\n");
    send_line(line, -1);
    call(__NR_exit_group, 125);
  }
}
