import { existsSync, linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { MissingPath } from "../../../src/firewall/files/provide-named.ts";
import { UnhidablePath } from "../../../src/firewall/files/find-hidden.ts";
import { resolveAccess, type AccessRequest } from "../../../src/firewall/files/resolve-access.ts";
import { PlantedLink } from "../../../src/firewall/sandbox/require-trusted.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeProject(files: readonly string[]): string {
  const work = realpathSync(makeFolder("work"));
  for (const name of files) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), name);
  }
  return work;
}

/** Returns the rules as `path: access`, with paths relative to the working directory. */
function resolve(work: string, request: Partial<AccessRequest>): Record<string, string> {
  const { rules } = resolveAccess({
    hide: [],
    read: [],
    write: [],
    folders: [{ source: work, path: "" }],
    others: [],
    writable: [work],
    ...request,
  });
  return Object.fromEntries(rules.map(({ path, access }) => [relative(work, path), access]));
}

test("hidden patterns match files and directories, and the other names of their files", () => {
  const work = makeProject([
    ".env",
    "a/x.pem",
    "secrets/deep/token",
    "data/real",
    "src/a",
    "b/.env",
  ]);
  linkSync(join(work, "secrets/deep/token"), join(work, "src/hard"));
  symlinkSync("../data/real", join(work, "src/alias.pem"));
  symlinkSync("src", join(work, "linked"));
  expect(resolve(work, { hide: [".env", "**/*.pem", "secrets", "linked/a"] })).toEqual({
    ".env": "hidden",
    "a/x.pem": "hidden",
    secrets: "hidden",
    // The target of a link that matches, a path through a link, and a hard link.
    "data/real": "hidden",
    "src/a": "hidden",
    "src/hard": "hidden",
  });
});

test("a hard link outside the working directory is hidden only if the command can see it", () => {
  const work = makeProject([".env"]);
  const other = realpathSync(makeFolder("other"));
  linkSync(join(work, ".env"), join(other, "hard"));
  expect(resolve(work, { hide: [".env"] })).toEqual({ ".env": "hidden" });
  expect(Object.keys(resolve(work, { hide: [".env"], others: [other] }))).toEqual([
    ".env",
    relative(work, join(other, "hard")),
  ]);
});

test("a link to the working directory, or to a file that is not shown, hides nothing", () => {
  const work = makeProject(["a"]);
  symlinkSync(".", join(work, "self.pem"));
  symlinkSync("..", join(work, "parent.pem"));
  symlinkSync("/etc/passwd", join(work, "system.pem"));
  symlinkSync("missing", join(work, "gone.pem"));
  expect(resolve(work, { hide: ["*.pem", "missing"] })).toEqual({});
});

test("hidden paths in a mount are found at their path in the working directory", () => {
  const work = makeProject(["data/x"]);
  const data = makeProject(["key.pem", "own"]);
  const key = makeProject(["secret"]);
  const folders = [
    { source: work, path: "" },
    { source: data, path: "data" },
    { source: join(key, "secret"), path: ".env" },
  ];
  const found = resolve(work, { hide: ["data/*.pem", "data/own", ".env"], folders });
  expect(Object.keys(found).toSorted()).toEqual(
    [join(data, "key.pem"), join(data, "own"), join(key, "secret")]
      .map((path) => relative(work, path))
      .toSorted(),
  );
});

test("writable patterns make the rest read-only, and read-only and hidden paths take precedence", () => {
  const work = makeProject([
    "src/a.ts",
    "src/b.js",
    "src/gen/x",
    "lib/a/dist/x",
    "lib/b/dist",
    ".env",
  ]);
  expect(
    resolve(work, {
      hide: [".env", "src/hidden"],
      read: ["src/gen", "src/b.js"],
      write: ["src", "src/*.js", "lib/*/dist/", ".env"],
    }),
  ).toEqual({
    "": "read-only",
    src: "writable",
    "src/b.js": "read-only",
    "src/gen": "read-only",
    "lib/a/dist": "writable",
    ".env": "hidden",
  });
  expect(resolve(work, { read: ["docs", "."] })).toEqual({ "": "read-only" });
});

test("a missing writable directory is created, unless its name looks like a file name", () => {
  const work = makeProject([]);
  const write = (pattern: string) =>
    resolveAccess({
      hide: [],
      read: [],
      others: [],
      write: [pattern],
      folders: [{ source: work, path: "" }],
      writable: [work],
    }).created.map((path) => relative(work, path));
  expect(write("dist")).toEqual(["dist"]);
  expect(write("dist")).toEqual([]);
  expect(write(".cache/a/**")).toEqual([".cache/a", ".cache"]);
  expect(write("v1.2/")).toEqual(["v1.2"]);
  expect(() => write("report.txt")).toThrow(MissingPath);
  expect(() => write("dist/report.txt")).toThrow("does not exist");
  writeFileSync(join(work, "file"), "");
  expect(() => write("file/inner")).toThrow(MissingPath);
  expect(write("*/missing")).toEqual([]);
});

test("a link on the way to a writable path is refused before anything is created", () => {
  const work = makeProject([]);
  const keys = makeFolder("keys");
  symlinkSync(keys, join(work, "dist"));
  for (const pattern of ["dist", "dist/new"])
    expect(() => resolve(work, { write: [pattern] })).toThrow(PlantedLink);
  expect(existsSync(join(keys, "new"))).toBe(false);
});

test("a name that is not UTF-8 is refused only if it could be hidden", () => {
  const work = makeProject([]);
  writeFileSync(Buffer.concat([Buffer.from(`${work}/caf`), Buffer.from([0xe9])]), "");
  expect(() => resolve(work, { hide: ["**/*.pem"] })).toThrow(UnhidablePath);
  expect(resolve(work, { write: ["."] })).toEqual({ "": "writable" });
});

test("the number of paths is limited", () => {
  const work = makeProject(Array.from({ length: 501 }, (_, at) => `f${at}.pem`));
  expect(() => resolve(work, { hide: ["*.pem"] })).toThrow("match 501 paths; at most 500");
});
