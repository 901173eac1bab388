import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { machine } from "../machine.ts";
import { openSockets } from "./open-sockets.ts";
import { openLab, type FirewallOptions, type Lab } from "./lab.ts";
import { others } from "./bubblewraps.ts";
import { allowSudo, type AllowedSudo } from "./sudo.ts";
import { casesOf, runs } from "../../sample.ts";

const secret = randomUUID();
/** Number of races between two sessions. */
const races = runs(50).numRuns;

let lab: Lab;
let sudo: AllowedSudo;
beforeAll(async () => {
  lab = await openLab();
  sudo = allowSudo(lab);
});
afterAll(() => {
  sudo.remove();
  lab.close();
});

/** A user with a runtime. The lab with sudo exists only when a test runs. */
interface Cell {
  readonly cell: string;
  readonly optionsOf: () => FirewallOptions;
}

const users = ["root", "nobody"] as const;
const cellOf = (cell: string, options: FirewallOptions): Cell => ({
  cell,
  optionsOf: () => options,
});
const installed: readonly Cell[] = [
  ...users.map((as) => cellOf(as, { as })),
  { cell: "nobody with sudo", optionsOf: () => sudo.run },
  cellOf("podman", { as: "root", runtime: "podman" }),
];
const cells = casesOf({
  usual: [
    ...installed,
    cellOf("nobody with bubblewrap 0.12 (simulated)", {
      as: "nobody",
      bubblewrap: "0.12 (simulated)",
    }),
  ],
  all: [
    ...installed,
    ...others.flatMap((bubblewrap) =>
      users.map((as) => cellOf(`${as} with bubblewrap ${bubblewrap}`, { as, bubblewrap })),
    ),
  ],
});

/** Creates a project, and keys outside of it that its user can read. */
function makeProject(given: FirewallOptions) {
  const folders = lab.makeFolders(given.as);
  const keys = join(folders.home, "keys");
  const conf = join(folders.work, "conf");
  for (const path of [keys, conf, join(keys, "sub")]) mkdirSync(path);
  writeFileSync(join(keys, "id_test"), secret);
  const rules = "allow-domains: [a.test]\n";
  for (const folder of [conf, keys]) writeFileSync(join(folder, "rules.yml"), rules);
  if (given.as === "nobody") execFileSync("chown", ["-R", "65534:65534", folders.home, conf]);
  return { folders, keys, conf, rules };
}

const throughSudo = cellOf("sudo gatehouse", {
  as: "root",
  env: { SUDO_UID: "65534", SUDO_GID: "65534", SUDO_USER: "nobody" },
});

test.each([...cells, throughSudo])(
  "a working directory that only its owner can enter is entered as its owner: $cell",
  async ({ cell, optionsOf }) => {
    const given = optionsOf();
    const folders = lab.makeFolders(cell === "sudo gatehouse" ? "nobody" : given.as);
    chmodSync(folders.work, 0o700);
    const owner = statSync(folders.work).uid;
    const { code, out } = await lab.run(
      ["sh", "-c", "touch made; id -u; grep CapEff /proc/self/status"],
      { ...given, folders },
    );
    expect({ code, out }).toEqual({ code: 0, out: `${owner}\nCapEff:\t0000000000000000\n` });
    expect(statSync(join(folders.work, "made")).uid).toBe(owner);
  },
);

describe.each(cells)("as $cell", ({ optionsOf }) => {
  test("a directory that a command replaced with a link is neither visible, nor a working directory, nor written to", async () => {
    const given = optionsOf();
    const { folders, keys } = makeProject(given);
    const run = (options: readonly string[], command: readonly string[]) =>
      lab.run(command, { ...given, folders, options });
    mkdirSync(join(folders.home, "shown"));
    const data = join(folders.work, "data");
    const planting = await run([], ["sh", "-c", `ln -s '${keys}' data`]);
    expect(planting.code).toBe(0);
    const before = readdirSync(keys, { recursive: true });
    const steal = [
      "sh",
      "-c",
      "cat /data/id_test id_test; touch /data/changed changed; echo begun",
    ];
    for (const options of [
      ["--mount", "data:/data"],
      ["--mount", "data/sub:/data:ro"],
      ["--mount", `${join(folders.home, "shown")}:${data}/sub`],
      ["--container-workdir", "data"],
      ["--container-workdir", "data/sub"],
      ["--proxy-logs-dir", "data"],
      ["--proxy-logs-dir", "data/new/logs"],
    ]) {
      const { code, out, err } = await run(options, steal);
      expect({ options, code, out }).toEqual({ options, code: 125, out: "" });
      expect(err).toContain(`${data} is a symbolic link`);
    }
    expect(readdirSync(keys, { recursive: true })).toEqual(before);
  });

  test("no socket of the host is reachable, however it came into a visible directory", async () => {
    const given = optionsOf();
    const { folders } = makeProject(given);
    const shown = join(folders.home, "shown");
    mkdirSync(shown);
    const visitors = await openSockets([folders.work, shown]);
    const script = `
      const { lstatSync, readdirSync } = require("node:fs");
      const net = require("node:net");
      for (const folder of [process.cwd(), "/tmp/shown"])
        for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
          const path = entry.parentPath + "/" + entry.name;
          console.log(lstatSync(path).isSocket() ? "SOCKET " + path : "-");
          net.connect(path).on("error", () => {}).on("connect", () => console.log("LEAK " + path));
        }
    `;
    const { code, out } = await lab.run(["node", "-e", script], {
      ...given,
      folders,
      options: ["--mount", `${shown}:/tmp/shown:ro`],
    });
    expect(code).toBe(0);
    expect(out.split("\n").filter((line) => /SOCKET|LEAK/.test(line))).toEqual([]);
    expect(out.split("\n").length).toBeGreaterThan(20);
    expect(visitors()).toBe(0);
  });

  test("a file system that is mounted below a read-only mount is read-only as well", async () => {
    const given = optionsOf();
    const { folders } = makeProject(given);
    const [shown, tools] = [join(folders.home, "shown"), join(folders.home, "tools")];
    const inner = [join(shown, "in"), join(tools, "in")];
    const below = join(folders.home, "below");
    mkdirSync(below);
    chmodSync(below, 0o777);
    for (const path of inner) {
      mkdirSync(path, { recursive: true });
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=1777", "none", path]);
    }
    mkdirSync(join(shown, "in/below"));
    // The unmount is lazy, because a container that just exited can still use the mount.
    onTestFinished(() => inner.forEach((path) => void execFileSync("umount", ["--lazy", path])));
    const script = `
      for folder in /tmp/shown/in ${tools}/in; do
        test -d "$folder" && echo SHOWN
        touch "$folder/changed" && echo CHANGED
      done
      touch /tmp/shown/in/below/own`;
    const { out } = await lab.run(["sh", "-c", script], {
      ...given,
      folders,
      // A mount below another one remains above it.
      options: ["--mount", `${shown}:/tmp/shown:ro`, "--mount", `${below}:/tmp/shown/in/below`],
      env: { PATH: `${tools}:${given.env?.["PATH"] ?? "/usr/bin:/bin"}` },
    });
    expect(out).toBe("SHOWN\nSHOWN\n");
    expect(inner.flatMap((path) => readdirSync(path))).toEqual(["below"]);
    expect(readdirSync(below)).toEqual(["own"]);
  });

  test("start-up does not wait for a pipe, wherever the pipe is", async () => {
    const given = optionsOf();
    const { folders, keys } = makeProject(given);
    const pipe = join(folders.work, "pipe");
    execFileSync("mkfifo", [pipe]);
    chmodSync(pipe, 0o666);
    for (const options of [
      ["--container-workdir", "pipe"],
      ["--proxy-logs-dir", "pipe"],
      ["--upstream-ca", "pipe"],
    ]) {
      const { code } = await lab.run(["true"], { ...given, folders, options });
      expect({ options, code }).toEqual({ options, code: 125 });
    }
    const options = ["--mount", "pipe:/tmp/pipe:ro"];
    const script = `test -p /tmp/pipe && test -p pipe && ! test -e '${keys}'`;
    expect(await lab.run(["sh", "-c", script], { ...given, folders, options })).toMatchObject({
      code: 0,
    });
  });

  test("two sessions in one directory do not show each other foreign files or unprotected rules", async () => {
    const given = optionsOf();
    const { folders, keys, conf, rules } = makeProject(given);
    const other = join(folders.work, "other");
    symlinkSync(keys, other);
    await exchange(conf, other);
    const script = `
      cat conf/id_test other/id_test
      for name in conf other; do mv $name moved; echo changed >> $name/rules.yml; done
      echo begun`;
    for (let count = 0; count < races; count += 1) {
      const options = ["--config", join(conf, "rules.yml"), "--mount", "conf:/tmp/conf"];
      const { code, out } = await lab.run(["sh", "-c", script], { ...given, folders, options });
      expect(["0 begun", "125 "]).toContain(`${code} ${out.trim()}`);
    }
    // A command can rename the link, but not the directory that contains its rules.
    const names = [conf, other, join(folders.work, "moved")].filter((path) => existsSync(path));
    // bubblewrap can empty a file while its directory is exchanged: see the limits in docs/firewall.md.
    const possible = given.runtime === "podman" ? [rules] : [rules, ""];
    for (const folder of [...names, keys]) {
      expect(possible).toContain(readFileSync(join(folder, "rules.yml"), "utf8"));
    }
    expect(readdirSync(keys).toSorted()).toEqual(["id_test", "rules.yml", "sub"]);
  });
});

/** Exchanges two names for the duration of the test. */
async function exchange(first: string, second: string): Promise<void> {
  const program = join(lab.folder, "exchanger");
  const source = new URL("inside/exchanger.c", import.meta.url).pathname;
  execFileSync(machine().gcc, ["-O1", "-static", "-o", program, source]);
  const args = ["--pid", "--fork", "--kill-child", program, first, second, "3"];
  const attacker = spawn("unshare", args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    attacker.kill("SIGKILL");
    await once(attacker, "close");
  });
  await once(attacker.stdout, "data");
}
