import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseFolders } from "../../src/firewall/choose-folders.ts";
import { PlantedLink } from "../../src/firewall/sandbox/require-trusted.ts";
import { UserError } from "../../src/shared/errors.ts";
import { makeFolder } from "../temporary-folder.ts";
import { runs } from "../sample.ts";

interface Chosen {
  readonly folder?: string;
  readonly workdir?: string;
  /** Mounts, as `SOURCE:TARGET` or `SOURCE:TARGET:ro`. */
  readonly mounts?: readonly string[];
}

function choose({ folder = makeFolder("work"), workdir, mounts = [] }: Chosen) {
  return chooseFolders({
    settings: {
      containerWorkdir: workdir,
      mounts: mounts.map((text) => {
        const [source = "", target = "", mode] = text.split(":");
        return { source, target, isReadOnly: mode === "ro" };
      }),
    },
    caller: { uid: 1000, gid: 1000, home: "/home/mona" },
    folder,
  });
}

/**
 * Creates a project in which an earlier command replaced a directory with a link to keys outside.
 */
function makePlanted(name = "data") {
  const [folder, keys] = [makeFolder("work"), makeFolder("keys")];
  mkdirSync(join(keys, "sub"));
  symlinkSync(keys, join(folder, name));
  return { folder, keys, link: join(folder, name) };
}

test("relative paths are resolved from the directory in which gatehouse was started", () => {
  const folder = makeFolder("work");
  for (const name of ["project", "data"]) mkdirSync(join(folder, name));
  const chosen = choose({ folder, workdir: "project", mounts: ["data:/data/:ro"] });
  expect(chosen.workFolder).toBe(join(folder, "project"));
  expect(chosen.mounts).toEqual([
    { kind: "bind", source: join(folder, "data"), target: "/data", isWritable: false },
  ]);
});

describe("a link that a command could have planted is refused, and its path is reported", () => {
  test.each([["data:/data"], ["data:/data:ro"], ["data/sub:/data"]])("--mount %s", (mount) => {
    const { folder, link } = makePlanted();
    expect(() => choose({ folder, mounts: [mount] })).toThrow(PlantedLink);
    expect(() => choose({ folder, mounts: [mount] })).toThrow(link);
  });

  test.each(["data", "data/sub"])("--container-workdir %s", (workdir) => {
    const { folder, link } = makePlanted();
    expect(() => choose({ folder, workdir })).toThrow(`${link} is a symbolic link`);
  });

  test("in the repository that encloses the directory in which gatehouse was started", () => {
    const { folder } = makePlanted();
    for (const name of [".git", "package"]) mkdirSync(join(folder, name));
    const started = join(folder, "package");
    expect(() => choose({ folder: started, mounts: ["../data:/data"] })).toThrow(PlantedLink);
    expect(() => choose({ folder: started, workdir: "../data" })).toThrow(PlantedLink);
  });

  test("in a directory that another mount makes writable", () => {
    const { folder: shared, link } = makePlanted();
    const writable = { mounts: [`${shared}:/shared`, `${link}:/data`] };
    expect(() => choose(writable)).toThrow(PlantedLink);
    expect(() => choose({ mounts: [`${shared}:/shared:ro`, `${link}:/data`] })).not.toThrow();
  });

  test("in the path of a mount target, through any mount", () => {
    const { folder, link } = makePlanted();
    const source = makeFolder("source");
    for (const target of [link, join(link, "sub"), `${folder}//./data`]) {
      expect(() => choose({ folder, mounts: [`${source}:${target}`] })).toThrow(PlantedLink);
    }
    const { folder: shared } = makePlanted("in");
    const mounts = [`${shared}:/shared`, `${source}:/shared/in/sub`];
    expect(() => choose({ mounts })).toThrow(PlantedLink);
  });
});

test("an operator's link outside of all directories that commands can write to is followed", () => {
  const { keys, link } = makePlanted();
  const chosen = choose({ mounts: [`${link}:/data`] });
  expect(chosen.mounts).toMatchObject([{ source: keys }]);
  expect(choose({ workdir: link }).workFolder).toBe(keys);
});

test("a target that does not exist yet can be created in the working directory", () => {
  const folder = makeFolder("work");
  const source = makeFolder("source");
  expect(choose({ folder, mounts: [`${source}:${folder}/new/place`] }).mounts).toHaveLength(1);
});

test("a path that is replaced by a link during its resolution never resolves to a target outside", async () => {
  const { folder, keys } = makePlanted("link");
  mkdirSync(join(folder, "data"));
  const attacker = spawnExchange(join(folder, "data"), join(folder, "link"));
  await once(attacker, "message");
  for (let left = runs(2000).numRuns; left > 0; left -= 1) {
    try {
      const { mounts, workFolder } = choose({ folder, workdir: "data", mounts: ["data:/data"] });
      expect([workFolder, mounts[0]?.source]).not.toContain(keys);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
});

/**
 * Starts another session that endlessly exchanges a directory with a link atomically; Node would
 * need three renames.
 */
function spawnExchange(directory: string, link: string): ChildProcess {
  const script = `
    const { renameSync } = require("node:fs");
    const [directory, link] = process.argv.slice(1);
    process.send("ready");
    const turn = () => {
      for (let count = 0; count < 100; count += 1) {
        renameSync(directory, link + ".old");
        renameSync(link, directory);
        renameSync(directory, link);
        renameSync(link + ".old", directory);
      }
      setImmediate(turn);
    };
    turn();
  `;
  const attacker = spawn(process.execPath, ["-e", script, directory, link], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(async () => {
    attacker.kill("SIGKILL");
    await once(attacker, "close");
  });
  return attacker;
}
