import type { User } from "./invoking-user.ts";

/**
 * Does something to files with the rights of another user: what is made is theirs, and no link that they put in its way
 * leads to what is not. Only root can; where the process is somebody's own, or nobody is named, it is just done.
 * @param act synchronous, and short: for as long the whole process has these rights
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
