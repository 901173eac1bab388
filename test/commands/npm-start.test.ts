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
    const output =
      /✔ The agent opened issue #(\d) as gatehouse-acme-control-write\[bot\]: Review of/;
    const [, number = ""] = output.exec(first.out) ?? [];
    expect(first.out).toContain("A simulated agent of the embedded forge wrote this issue.");
    expect(first.out).toMatch(/✔ Ready for promotion +20 passed, 0 failed, 0 unknown/);
    const again = await start();
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).not.toContain("robot: ");
    expect(again.out).toContain(`✔ An earlier run opened issue #${number} as `);
    expect(again.out).toContain("✔ Ready for promotion");
    // The forge stops with the demo, so the output contains only the paths of its pages.
    expect(again.out).not.toContain("http://127.0.0.1");
    expect(again.out).toContain(`/acme/control/issues/${number}`);
    expect(
      again.out.match(/To open its pages, start it:\n {3}.*gatehouse.* emulator\n/g),
    ).toHaveLength(1);

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
