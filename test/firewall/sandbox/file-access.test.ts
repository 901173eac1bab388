import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { planContainer } from "../../../src/firewall/sandbox/container-plan.ts";
import { createFileAccess, type PathAccess } from "../../../src/firewall/sandbox/file-access.ts";
import { bind, bindWritable, type Mount } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };
const emptyFile = "/session/hidden";

function makeProject(): string {
  const work = realpathSync(makeFolder("work"));
  for (const name of ["conf/a/.env", "secrets/x", "src/gen/y", "logs/access.log"]) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), "");
  }
  return work;
}

/** Returns the mounts of the working directory as text, with paths relative to it. */
function plan(
  work: string,
  rules: readonly (readonly [string, PathAccess["access"]])[],
  { mounts = [], kept = [] }: { mounts?: readonly Mount[]; kept?: readonly string[] } = {},
): readonly string[] {
  const folders = ["", "secrets", "src", "src/gen", "conf"];
  const access = createFileAccess(
    rules.map(([name, kind]) => ({
      path: join(work, name),
      access: kind,
      isFolder: folders.includes(name),
    })),
    emptyFile,
  );
  const planned = planContainer({
    caller,
    path: "",
    unreadable: [],
    sockets: [],
    socketFiles: [],
    files: [],
    writable: [],
    workFolder: work,
    mounts,
    kept,
    access,
  });
  const at = planned.mounts.findIndex(({ target }) => target === work);
  const shown = planned.mounts.slice(at);
  expect(shown.filter((mount) => !planned.checked.includes(mount))).toEqual([]);
  return shown.map((mount) => {
    const target = mount.target.replace(work, ".");
    if (mount.kind !== "bind") return `${target} ${mount.kind}`;
    if (mount.source === emptyFile) return `${target} hidden`;
    return `${target} ${mount.isWritable ? "writable" : "read-only"}`;
  });
}

test("a hidden file is covered, and the directories around it cannot be renamed", () => {
  const work = makeProject();
  expect(plan(work, [["conf/a/.env", "hidden"]])).toEqual([
    ". writable",
    "./conf writable",
    "./conf/a writable",
    "./conf/a/.env hidden",
  ]);
});

test("a hidden directory is closed, and hides everything that is mounted in it or from it", () => {
  const work = makeProject();
  const mounts = [
    bindWritable("/data", join(work, "secrets/data")),
    bind(join(work, "secrets/x"), "/tmp/x"),
    bind(join(work, "secrets"), "/tmp/secrets"),
  ];
  const rules = [["secrets", "hidden"]] as const;
  expect(plan(work, rules, { mounts, kept: [join(work, "secrets/x")] })).toEqual([
    ". writable",
    "./secrets closed",
    "/tmp/x hidden",
    "/tmp/secrets closed",
  ]);
});

test("the rule of the innermost path applies, in each writable mount that shows it", () => {
  const work = makeProject();
  const rules = [
    ["", "read-only"],
    ["src", "writable"],
    ["src/gen", "read-only"],
    ["conf", "read-only"],
  ] as const;
  const mounts = [bindWritable(work, "/tmp/copy"), bindWritable(join(work, "src/gen"), "/tmp/gen")];
  const tree = (root: string) => [
    `${root} read-only`,
    `${root}/src writable`,
    `${root}/src/gen read-only`,
  ];
  expect(plan(work, rules, { mounts })).toEqual([
    ...tree("."),
    ...tree("/tmp/copy"),
    "/tmp/gen read-only",
  ]);
  const readOnly = [bind(work, "/tmp/copy")];
  expect(plan(work, rules, { mounts: readOnly }).at(-1)).toBe("/tmp/copy read-only");
});

test("a read-only path cannot be replaced by renaming the directories around it", () => {
  expect(plan(makeProject(), [["conf/a/.env", "read-only"]])).toEqual([
    ". writable",
    "./conf writable",
    "./conf/a writable",
    "./conf/a/.env read-only",
  ]);
});

test("gatehouse's own directories stay read-only in a writable path", () => {
  const work = makeProject();
  const rules = [
    ["", "read-only"],
    ["logs", "writable"],
  ] as const;
  expect(plan(work, rules, { kept: [join(work, "logs")] })).toEqual([". read-only"]);
  // The working directory itself cannot be kept, for example if it is the log directory.
  expect(plan(work, rules, { kept: [work, join(work, "logs/access.log")] })).toEqual([
    ". read-only",
    "./logs writable",
    "./logs/access.log read-only",
  ]);
});

test("only a path that a rule makes read-only or hidden cannot be written to", () => {
  const access = createFileAccess(
    [
      { path: "/w", access: "read-only", isFolder: true },
      { path: "/w/src", access: "writable", isFolder: true },
      { path: "/w/src/.env", access: "hidden", isFolder: false },
    ],
    emptyFile,
  );
  const paths = ["/w/a", "/w/src/a", "/w/src/.env", "/tmp/a"];
  expect(paths.filter((path) => access.allowsWrite(path))).toEqual(["/w/src/a", "/tmp/a"]);
});
