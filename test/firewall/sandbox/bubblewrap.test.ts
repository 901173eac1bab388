import { expect, test } from "vitest";
import { bubblewrapArguments } from "../../../src/firewall/sandbox/bubblewrap.ts";
import type { BubblewrapOptions } from "../../../src/firewall/sandbox/bubblewrap.ts";
import { starterInside } from "../../../src/firewall/sandbox/starter.ts";
import type { Mount } from "../../../src/firewall/sandbox/mount.ts";

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };

function spell(
  { uid = 1000, ...options }: Partial<BubblewrapOptions> & { uid?: number } = {},
  mounts: readonly Mount[] = [],
): string {
  const plan = { caller: { ...caller, uid }, workFolder: "/w", mounts };
  const complete = {
    rights: "user",
    hasCapabilities: true,
    starter: "/s",
    exists: () => true,
    diskBytes: undefined,
    ...options,
  } as const;
  return bubblewrapArguments(plan, complete).join(" ");
}

test.each(["user", "root"] as const)(
  "with %s rights, all namespaces are unshared, and all processes stop with gatehouse",
  (rights) => {
    const words = spell({ rights });
    for (const space of ["net", "pid", "ipc", "uts"])
      expect(words).toContain(`--unshare-${space} `);
    expect(words).toContain("--die-with-parent");
    expect(words).toContain("--as-pid-1");
    expect(words).not.toContain("--share-net");
  },
);

test("the starter has four capabilities, and another one depending on its rights and user", () => {
  const names = (rights: "user" | "root", uid: number) =>
    [...spell({ rights, uid }).matchAll(/--cap-add (\w+)/g)].map(([, name]) => name);
  const four = ["CAP_NET_BIND_SERVICE", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"];
  expect(names("root", 0)).toEqual(four);
  expect(names("root", 1000)).toEqual([...four, "CAP_DAC_READ_SEARCH"]);
  expect(names("user", 1000)).toEqual([...four, "CAP_SETFCAP"]);
  expect(spell().indexOf("--cap-drop ALL")).toBeLessThan(spell().indexOf("--cap-add"));
});

test.each(["user", "root"] as const)(
  "a starter without capabilities has them neither from bubblewrap nor from a mapped root, with %s rights",
  (rights) => {
    const words = spell({ rights, hasCapabilities: false });
    expect(words).toContain("--cap-drop ALL --proc");
    expect(words).not.toMatch(/--cap-add|--uid|--gid/);
    expect(words.includes("--unshare-user")).toBe(rights === "user");
  },
);

test("an ordinary user gets a user namespace, but root does not", () => {
  expect(spell({ rights: "user" })).toContain("--unshare-user --uid 0 --gid 0");
  expect(spell({ rights: "root" })).not.toContain("--unshare-user");
});

test("parts of /proc that affect the machine are mounted read-only over the container's /proc", () => {
  const words = spell();
  for (const name of ["sys", "sysrq-trigger", "irq", "bus", "fs", "scsi"]) {
    const laid = words.indexOf(`--ro-bind /proc/${name} /proc/${name}`);
    expect(laid).toBeGreaterThan(words.indexOf("--proc /proc"));
  }
  for (const name of ["keys", "key-users", "kcore"]) {
    expect(words).toContain(`--ro-bind /dev/null /proc/${name}`);
  }
  const none = spell({ exists: (path) => path === "/proc/sys" });
  expect(none.match(/ \/proc\/\w+/g)).toEqual([" /proc/sys", " /proc/sys"]);
});

test("each kind of mount has its option, in the order of the mounts", () => {
  const words = spell({}, [
    { kind: "bind", source: "/etc", target: "/etc", isWritable: false },
    { kind: "bind", source: "/a", target: "/b", isWritable: false },
    { kind: "bind", source: "/c", target: "/c", isWritable: true },
    { kind: "link", target: "/bin", to: "usr/bin" },
    { kind: "hidden", target: "/etc/shadow" },
    { kind: "empty", target: "/etc/ppp", isWritable: false },
    { kind: "empty", target: "/tmp", isWritable: true },
  ]);
  expect(words).toContain(
    "--ro-bind /a /b --bind /c /c --symlink usr/bin /bin --ro-bind /dev/null /etc/shadow " +
      "--perms 0555 --tmpfs /etc/ppp --remount-ro /etc/ppp --perms 1777 --tmpfs /tmp --proc /proc",
  );
});

test("the caller can enter the parents of a mount, unless the parents are mounted themselves", () => {
  const words = spell({}, [
    { kind: "bind", source: "/usr", target: "/usr", isWritable: false },
    { kind: "bind", source: "/usr/a", target: "/usr/a", isWritable: false },
    { kind: "bind", source: "/srv/a/b", target: "/srv/a/b", isWritable: true },
    { kind: "empty", target: "/home/mona", isWritable: true },
    { kind: "bind", source: "/home/mona/p/x", target: "/home/mona/p/x", isWritable: true },
  ]);
  const parent = (path: string) => `--perms 0755 --dir ${path} `;
  expect(words).toContain(
    `--ro-bind /usr /usr --ro-bind /usr/a /usr/a ` +
      `${parent("/srv")}${parent("/srv/a")}--bind /srv/a/b /srv/a/b ` +
      `${parent("/home")}--perms 1777 --tmpfs /home/mona ` +
      `${parent("/home")}${parent("/home/mona/p")}--bind /home/mona/p/x /home/mona/p/x `,
  );
});

test("each writable in-memory directory has a size limit, also /dev/shm, and /dev itself is read-only", () => {
  const mounts = [
    { kind: "bind", source: "/etc", target: "/etc", isWritable: false },
    { kind: "empty", target: "/tmp", isWritable: true },
    { kind: "empty", target: "/etc/ppp", isWritable: false },
  ] as const;
  const words = spell({ diskBytes: 5000 }, mounts);
  expect(words).toContain("--perms 1777 --size 5000 --tmpfs /tmp --perms 0555 --tmpfs /etc/ppp ");
  expect(words).toContain(
    "--dev /dev --perms 1777 --size 5000 --tmpfs /dev/shm --remount-ro /dev ",
  );
  expect(spell({}, mounts)).not.toContain("--size");
});

test("the starter is mounted last, the root is read-only, and the starter is the program", () => {
  const words = spell({ channel: "/session/channel" });
  expect(words).toMatch(
    new RegExp(
      `--ro-bind /s ${starterInside} --bind /session/channel /run/gatehouse/channel --remount-ro / --chdir /w -- ${starterInside}$`,
    ),
  );
  expect(spell()).not.toContain("/run/gatehouse/channel");
});

test("a closed directory is an empty, read-only directory that cannot be opened", () => {
  expect(spell({}, [{ kind: "closed", target: "/w/secrets" }])).toContain(
    "--perms 0000 --tmpfs /w/secrets --remount-ro /w/secrets",
  );
});
