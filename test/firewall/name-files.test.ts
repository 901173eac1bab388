import { expect, test } from "vitest";
import { keepNameFiles } from "../../src/firewall/name-files.ts";

function keep() {
  const files = new Map<string, string>();
  const mounts = keepNameFiles({
    keepFile(name, content) {
      files.set(name, String(content));
      return `/session/${name}`;
    },
  });
  return { files, mounts };
}

test("every name is resolved by the proxy's own listener, and by no other server", () => {
  const { files } = keep();
  const servers = files.get("resolv.conf")?.match(/^nameserver .*$/gm);
  expect(servers).toEqual(["nameserver 127.0.0.1"]);
});

test("the only known name is this machine's, which resolves to loopback addresses", () => {
  const rows = keep().files.get("hosts")?.trim().split("\n") ?? [];
  expect(rows.length).toBe(3);
  for (const row of rows) expect(row).toMatch(/^(127\.\d+\.\d+\.\d+|::1) \S+$/);
});

test("resolv.conf and hosts are mounted read-only", () => {
  const { mounts } = keep();
  expect(mounts.map((mount) => mount.kind === "bind" && mount.isWritable)).toEqual([false, false]);
  expect(mounts[0]).toMatchObject({ source: "/session/hosts", target: "/etc/hosts" });
});

test("a file that this machine does not have is omitted, because /etc is read-only", () => {
  const session = { keepFile: (name: string) => `/session/${name}` };
  expect(keepNameFiles(session, "/etc/missing")).toEqual([]);
  const targets = keepNameFiles(session, "/run/missing").map(({ target }) => target);
  expect(targets).toEqual(["/run/missing/hosts", "/run/missing/resolv.conf"]);
});
