import { once } from "node:events";
import { chmodSync, chownSync, linkSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, onTestFinished, test } from "vitest";
import { execFileSync } from "node:child_process";
import {
  UnsearchableFolder,
  findSocketFiles,
} from "../../../src/firewall/sandbox/find-socket-files.ts";
import { makeFolder } from "../../temporary-folder.ts";

const uid = process.geteuid?.() ?? 0;
const nobody = 65_534;
const root = new URL("../../..", import.meta.url).pathname;

async function listen(path: string): Promise<void> {
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
  await once(server, "listening");
}

/** Searches as an unprivileged user, which only root can start. */
function searchUnprivileged(folder: string): string {
  const program = join(makeFolder("program"), "search.mjs");
  chmodSync(dirname(program), 0o755);
  const contents = `
    import { findSocketFiles } from "./find-socket-files.ts";
    const found = findSocketFiles(${JSON.stringify([folder])}, { uid: ${nobody} });
    found.then((paths) => console.log(paths.join()), (error) => console.log(error.message));
  `;
  const form = { bundle: true, platform: "node", format: "esm", outfile: program } as const;
  buildSync({ stdin: { contents, resolveDir: `${root}/src/firewall/sandbox` }, ...form });
  const as = { uid: nobody, gid: nobody, cwd: "/", encoding: "utf8" } as const;
  return execFileSync(process.execPath, [program], as).trim();
}

test("finds a socket that was renamed, moved with its directory, linked, or named with a line break", async () => {
  const folder = makeFolder("found");
  mkdirSync(join(folder, "in"));
  for (const name of ["first", "in/second", "third", "a\nb"]) await listen(join(folder, name));
  renameSync(join(folder, "first"), join(folder, "renamed"));
  renameSync(join(folder, "in"), join(folder, "moved"));
  linkSync(join(folder, "third"), join(folder, "linked"));
  const names = ["a\nb", "linked", "moved/second", "renamed", "third"];
  const found = await findSocketFiles([folder, join(folder, "moved")], { uid });
  expect(found.toSorted()).toEqual(names.map((name) => join(folder, name)));
});

test.each([
  // Simulates Node's failure for such a file system: it joins the path, a buffer, with a name that
  // is a string.
  [
    "does not report file types",
    Object.assign(new TypeError("path"), { code: "ERR_INVALID_ARG_TYPE" }),
  ],
  [
    "does not report file types, and an entry disappears",
    Object.assign(new Error("lstat"), { code: "ENOENT" }),
  ],
])("finds a socket if the file system %s", async (_, error) => {
  const folder = makeFolder("found");
  mkdirSync(join(folder, "in"));
  await listen(join(folder, "in/socket"));
  const real = fs.readdir;
  onTestFinished(() => {
    Object.assign(fs, { readdir: real });
    syncBuiltinESMExports();
  });
  const failing = (path: Buffer, options: { withFileTypes?: boolean }) =>
    options.withFileTypes ? Promise.reject(error) : real(path, { encoding: "latin1" });
  Object.assign(fs, { readdir: failing });
  syncBuiltinESMExports();
  expect(await findSocketFiles([folder], { uid })).toEqual([join(folder, "in/socket")]);
});

test("does not wait for a pipe, follow a link, or leave the directory", async () => {
  const [folder, outside] = [makeFolder("found"), makeFolder("outside")];
  execFileSync("mkfifo", [join(folder, "pipe")]);
  await listen(join(outside, "socket"));
  symlinkSync(outside, join(folder, "link"));
  expect(await findSocketFiles([folder, join(folder, "pipe")], { uid })).toEqual([]);
  expect(await findSocketFiles([join(folder, "gone")], { uid })).toEqual([]);
});

test("a directory whose path is too long to search stops the run", async () => {
  const folder = makeFolder("deep");
  const script =
    "import os,sys; os.chdir(sys.argv[1]); [(os.mkdir('d' * 200), os.chdir('d' * 200)) for _ in range(25)]";
  execFileSync("python3", ["-c", script, folder]);
  onTestFinished(() => void execFileSync("rm", ["-rf", folder]));
  await expect(findSocketFiles([folder], { uid })).rejects.toThrow("ENAMETOOLONG");
});

test.runIf(uid === 0)(
  "a directory that rejects this user but could admit the command stops the run",
  async () => {
    const real = fs.access;
    onTestFinished(() => {
      Object.assign(fs, { access: real });
      syncBuiltinESMExports();
    });
    // Rejects as a file system of another user (FUSE) rejects root.
    const refuse = () => Promise.reject(Object.assign(new Error("access"), { code: "EACCES" }));
    Object.assign(fs, { access: refuse });
    syncBuiltinESMExports();
    const folder = makeFolder("fuse");
    const searching = findSocketFiles([folder], { uid: nobody });
    await expect(searching).rejects.toThrow(
      `Could not list ${folder}. It could contain sockets of other programs`,
    );
  },
);

test("a search that takes too long stops the run with advice", async () => {
  const searching = findSocketFiles(["/proc"], { uid, mostMilliseconds: 0 });
  await expect(searching).rejects.toThrow(UnsearchableFolder);
});

test("finds a socket below a directory whose name is not valid UTF-8, and rejects the name", async () => {
  const folder = makeFolder("found");
  const script =
    "import os,socket,sys; d = sys.argv[1].encode() + b'/\\xff'; os.mkdir(d); socket.socket(socket.AF_UNIX).bind(d + b'/s')";
  execFileSync("python3", ["-c", script, folder]);
  await expect(findSocketFiles([folder], { uid })).rejects.toThrow("is not UTF-8");
});

test("a socket whose name cannot be passed as an argument is rejected", async () => {
  const folder = makeFolder("found");
  const script =
    "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1].encode() + b'/\\xff')";
  execFileSync("python3", ["-c", script, folder]);
  await expect(findSocketFiles([folder], { uid })).rejects.toThrow("is not UTF-8");
});

describe.runIf(uid === 0)("a directory that its user cannot list", () => {
  const makeClosed = (mode: number, owner: number) => {
    const folder = makeFolder("closed");
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(folder, 0o755);
    chownSync(closed, owner, owner);
    chmodSync(closed, mode);
    return { folder, closed };
  };

  test.each([
    ["the user's own directory without read permission", 0o300, nobody],
    ["the user's own directory without any permission", 0, nobody],
    ["the user's own directory with only read permission", 0o400, nobody],
    ["another user's directory with execute permission", 0o711, 0],
  ])("stops the run if the command could enter it: %s", (_name, mode, owner) => {
    const { folder, closed } = makeClosed(mode, owner);
    expect(searchUnprivileged(folder)).toContain(`Could not list ${closed}.`);
  });

  test.each([
    ["without permissions for the user", 0o700],
    ["with only read permission for the user", 0o744],
  ])("is skipped if the command cannot enter it either: %s", (_name, mode) => {
    const { folder, closed } = makeClosed(mode, 0);
    mkdirSync(join(closed, "in"));
    expect(searchUnprivileged(folder)).toBe("");
  });
});
