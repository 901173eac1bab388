import type { User } from "./invoking-user.ts";

/**
 * Performs file operations with the permissions of another user. New files belong to that user, and
 * a planted link reaches only files that the user can access. Only root can change users; other
 * processes, or root if `user` is undefined, call the function unchanged.
 * @param act synchronous and short, because the entire process has these permissions during the
 *   call
 */
export function asUser<T>(user: User | undefined, act: () => T): T {
  const { geteuid, getegid, getgroups, seteuid, setegid, setgroups } = process;
  const isRoot = geteuid?.() === 0;
  if (!user || user.uid === 0 || !isRoot || !getegid || !getgroups) return act();
  if (!seteuid || !setegid || !setgroups) return act();
  const [gid, groups] = [getegid(), getgroups()];
  try {
    setgroups([user.gid]);
    setegid(user.gid);
    seteuid(user.uid);
    return act();
  } finally {
    seteuid(0);
    setegid(gid);
    setgroups(groups);
  }
}
