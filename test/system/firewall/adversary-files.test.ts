import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { StdioOptions } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bubblewrap } from "./bubblewraps.ts";
import { adversaryCells, findSurprises } from "./adversary-cells.ts";
import { bundleInside } from "./bundle-inside.ts";
import type { Attempted } from "./inside/adversary/attempt.ts";
import type { FilePlaces } from "./inside/adversary/file-places.ts";
import { openLab, type Lab } from "./lab.ts";

const secret = `SECRET-${randomUUID()}`;
const secretSize = 1_234_567;
const content = secret.padEnd(secretSize, ".");
let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Creates a project with secrets, and with other names of these secrets. */
function makeProject(as: "root" | "nobody") {
  const folders = lab.makeFolders(as);
  const at = (name: string) => join(folders.work, name);
  for (const name of ["conf/deep", "secrets/more", "src", "docs", "data", "linked"])
    mkdirSync(at(name), { recursive: true });
  for (const name of [".env", "conf/deep/key.pem", "secrets/token", "secrets/more/x", "data/real"])
    writeFileSync(at(name), content);
  linkSync(at(".env"), at("src/hard"));
  linkSync(at("secrets/token"), at("src/token"));
  symlinkSync("../.env", at("src/soft"));
  symlinkSync("../secrets", at("linked/secrets"));
  symlinkSync("data/real", at("alias"));
  const shown = join(folders.home, "shown");
  mkdirSync(shown);
  linkSync(at(".env"), join(shown, "hard"));
  for (const folder of [folders.work, shown, at("docs")])
    writeFileSync(join(folder, "text"), "original");
  writeFileSync(at("visible"), "visible");
  execFileSync("git", ["init", "--quiet", folders.work]);
  if (as === "nobody") execFileSync("chown", ["-R", "65534:65534", folders.home, folders.work]);
  return { folders, shown, at };
}

const hide = ["--hide", ".env", "**/*.pem", "secrets", "alias"];
/** Rules with the directories that are writable and read-only under them. */
const rules = {
  "hidden files and one read-only directory": {
    options: [...hide, "--read", "docs"],
    readOnly: ["docs"],
  },
  "hidden files and two writable directories": {
    options: [...hide, "--write", "src/**,dist"],
    readOnly: ["", "docs"],
  },
} as const;

async function attack(
  as: "root" | "nobody",
  runtime: Bubblewrap | "podman",
  { options, readOnly }: (typeof rules)[keyof typeof rules],
) {
  const { folders, shown, at } = makeProject(as);
  const { work } = folders;
  await bundleInside("adversary-files", work);
  const before = readTree(work);
  // The same directory at a second path, which is writable without the rules.
  const copy = "/tmp/copy";
  const places: FilePlaces = {
    pidNamespace: readlinkSync("/proc/self/ns/pid"),
    work,
    hiddenFiles: [
      ...[".env", "conf/deep/key.pem", "src/hard", "src/token", "src/soft", "alias"].map(at),
      `${copy}/.env`,
      "/tmp/shown/hard",
      at("linked/secrets/token"),
    ],
    secretSize,
    hiddenFolders: [at("secrets"), `${copy}/secrets`],
    readOnly: readOnly.flatMap((name) => [join(work, name), join(copy, name)]),
    writable: at("src"),
  };
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  stdio[40] = openSync(work, "r");
  stdio[41] = openSync(at(".env"), "r");
  const { code, out, err } = await lab.run(
    ["node", "adversary-files.mjs", JSON.stringify(places)],
    {
      as,
      ...(runtime === "podman" ? { runtime } : { bubblewrap: runtime }),
      folders,
      stdio,
      options: [...options, "--mount", `${work}:${copy}`, "--mount", `${shown}:/tmp/shown:ro`],
    },
  );
  if (code !== 0 || !out) throw new Error(`${code}: ${err} ${out}`);
  return { attempts: JSON.parse(out) as Attempted[], before, after: readTree(work) };
}

/** Returns the content of the files that a command must not change. */
function readTree(work: string): Readonly<Record<string, string>> {
  const kept = [".env", "conf/deep/key.pem", "secrets/token", "data/real", "text", "docs/text"];
  return Object.fromEntries(kept.map((name) => [name, readFileSync(join(work, name), "latin1")]));
}

describe.each(adversaryCells)("as %s with podman or bubblewrap: %s", (as, runtime) => {
  test.each(Object.keys(rules) as (keyof typeof rules)[])(
    "no hidden file is read and no read-only file is changed: %s",
    async (name) => {
      const { attempts, before, after } = await attack(as, runtime, rules[name]);
      expect(findSurprises(attempts)).toEqual([]);
      expect(JSON.stringify(attempts)).not.toContain(secret);
      expect(after).toEqual(before);
      expect(attempts.length).toBeGreaterThan(300);
    },
  );
});
