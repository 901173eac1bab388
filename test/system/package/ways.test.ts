import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { openMachine, type Machine } from "./installed.ts";
import { packProgram } from "./packed.ts";
import { openRegistry } from "./registry.ts";
import { sample } from "../../sample.ts";

const program = installProgram();

/** A way to install gatehouse, and the command that starts it afterwards. */
interface Way {
  readonly start: string;
  readonly prepare: (machine: Machine) => Promise<unknown>;
}

const ways: Readonly<Record<string, Way>> = {
  "in a clone": {
    start: "node dist/cli.js",
    prepare: async ({ project }) => {
      for (const name of ["dist", "package.json"]) {
        await cp(join(program.folder(), name), join(project, name), { recursive: true });
      }
    },
  },
  installed: {
    start: "gatehouse",
    prepare: async ({ must }) => {
      await must(`npm install --global ${(await packProgram()).path}`);
    },
  },
  "through npx": { start: "npx gatehouse-cli", prepare: async () => undefined },
  "through npx, of one version": {
    start: "npx gatehouse-cli@0.1.0",
    prepare: async () => undefined,
  },
  "through npx, of the packed file": {
    start: "npx ./packed.tgz",
    prepare: async ({ project }) => {
      await symlink((await packProgram()).path, join(project, "packed.tgz"));
    },
  },
  "as a package of a project": {
    start: "npx gatehouse-cli",
    prepare: async ({ must }) => {
      await must(`npm init --yes && npm install ${(await packProgram()).path}`);
    },
  },
};

/** On first use npx asks for permission to download. */
const agreed = { env: { npm_config_yes: "true" } };

test.each(sample("ways to start the demo", ["in a clone", "installed", "through npx"], 1))(
  "every next step that the demo prints runs as printed: %s",
  async (name) => {
    const { start, machine } = await openWay(name);
    const { out } = await machine.must(`${start} demo | cat`, agreed);
    const printed = new Set(findCommands(out, start));
    const [verify = ""] = [...printed].filter((command) => command.includes(" verify "));
    const [status = ""] = [...printed].filter((command) => command.includes(" status "));
    expect(printed).toEqual(new Set([verify, status, `${start} emulator`]));
    const verified = await machine.type(verify);
    expect(verified.out).toContain("Ready for promotion");
    expect(verified.code).toBe(0);
    const { out: json } = await machine.must(`${status} --json`);
    const { next } = JSON.parse(json) as { next: readonly { command: string }[] };
    expect(next.map(({ command }) => command)).toEqual([verify]);
  },
);

test.each(sample("ways to start", Object.keys(ways), 2))(
  "the command printed by an error runs as printed, and help names the program: %s",
  async (name) => {
    const { start, machine } = await openWay(name);
    const wrong = await machine.type(`${start} nope`, agreed);
    expect(wrong.code).toBe(2);
    const [command = "", ...others] = findCommands(wrong.err, start);
    expect([command, ...others]).toEqual([`${start} --help`]);
    expect((await machine.must(command)).out).toContain("Usage: gatehouse ");
    const { out: help } = await machine.must(`${start} schema --help`);
    expect(help).toContain("$ gatehouse schema > agent.schema.json");
  },
);

async function openWay(name: string) {
  const { start, prepare } = ways[name]!;
  const machine = await openMachine(await openRegistry());
  await prepare(machine);
  return { start, machine };
}

/** Returns the commands, which have their own rows below their introduction. */
function findCommands(output: string, start: string): readonly string[] {
  const lines = output.replaceAll(/ \\\n */g, " ").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line.startsWith(`${start} `));
}
