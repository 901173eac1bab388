import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installProgram, makeHome, runToEnd } from "./installed-program.ts";
import { sample } from "../sample.ts";

const program = installProgram();

interface World {
  readonly apps: readonly { readonly slug: string; readonly keys: readonly unknown[] }[];
  readonly repositories: readonly {
    readonly owner: string;
    readonly name: string;
    readonly variables: readonly { readonly name: string }[];
    readonly secrets: readonly { readonly name: string }[];
  }[];
}

const environments: [string, Record<string, string>][] = [
  ["without a terminal", {}],
  ["with CI=true", { CI: "true" }],
];

test.each(sample("environments of npm start without a terminal", environments, 1))(
  "npm start %s completes as the operator, in both of two runs",
  async (_how, more) => {
    const { home, env } = await makeHome();
    const start = () =>
      runToEnd("npm", ["start"], { env: { ...env, ...more }, cwd: program.folder() });
    const first = await start();
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toContain("robot: ");
    expect(first.out).toContain("acme/control is set up");
    expect(first.out).toContain("gatehouse status --host emulator --repo acme/control");
    const again = await start();
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).not.toContain("robot: ");

    const path = join(home, "state/gatehouse/emulator/forge.json");
    const world = JSON.parse(await readFile(path, "utf8")) as World;
    expect(world.apps.map(({ slug }) => slug)).toEqual([
      "gatehouse-acme-control-read",
      "gatehouse-acme-control-write",
    ]);
    const control = world.repositories.find(
      ({ owner, name }) => `${owner}/${name}` === "acme/control",
    );
    expect(control?.secrets).toHaveLength(2);
    expect(control?.variables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["CP_FORGE_READ_APP_ID", "CP_FORGE_WRITE_APP_ID"]),
    );
  },
);
