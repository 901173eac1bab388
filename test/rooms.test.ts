import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { program } from "../src/cli/program.ts";
import { drawRooms, findDrawing } from "./rooms/drawing.ts";
import {
  findActingFlows,
  findUnsteadyLines,
  withoutDelay,
  withoutOwnCommand,
} from "./rooms/flow-rules.ts";
import { house } from "./rooms/house.ts";
import {
  edgesOfTable,
  findBadNames,
  findCircles,
  findForbiddenImports,
  findForbiddenLoads,
} from "./rooms/house-rules.ts";
import { findUnbuiltCommands, namedPlainly } from "./rooms/printed-commands.ts";
import { findHiddenImports } from "./rooms/hidden-imports.ts";
import { findRawRequests } from "./rooms/raw-requests.ts";
import { listSources, readImports } from "./rooms/import-graph.ts";
import type { Edge } from "./rooms/import-graph.ts";

const sourceFolders = ["src", "components", "flows", "emulator"];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isFlow = (path: string) => path.startsWith("flows/");

describe("the source tree", () => {
  const files = listSources(root, sourceFolders);
  const read = (path: string) => ({ path, text: readFileSync(join(root, path), "utf8") });
  let edges: Edge[] = [];
  beforeAll(async () => {
    edges = await readImports(root, files);
  });

  test("each room imports only what the table allows", () => {
    expect(findForbiddenImports(house, edges)).toEqual([]);
  });

  test("files do not import each other in a cycle, not even types", () => {
    expect(findCircles(edges)).toEqual([]);
  });

  test("rooms of the table do not import each other in a cycle", () => {
    expect(findCircles(edgesOfTable(house))).toEqual([]);
  });

  test("docs/architecture.md draws the table, as `npm run drawing` does, and describes each room", () => {
    const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
    expect(findDrawing(page)).toBe(drawRooms(house, files));
    const reported = [...page.matchAll(/^- `([^`]+)`: /gm)].map(([, room]) => room);
    expect(new Set(reported)).toEqual(new Set(Object.keys(house.rooms)));
  });

  test("only the forge's own room sends requests and reads responses", () => {
    // The proxy forwards requests of other programs to their targets, of which the forge is only
    // one. Embedded pipeline scripts run outside of gatehouse.
    const own = /^(emulator|src\/(forge|firewall\/proxy|compiler\/scripts))\//;
    const outside = files.filter((path) => !own.test(path));
    expect(outside.map(read).flatMap(findRawRequests)).toEqual([]);
  });

  test("the imports of a file are visible in its text", () => {
    // The table of rooms lists the importers of this file as if each imported its parts of Node
    // directly.
    const open = files.filter((path) => path !== "src/shared/node-network.ts");
    expect(open.map(read).flatMap(findHiddenImports)).toEqual([]);
  });

  test("no command loads Ink before it has to draw", () => {
    const starts = files.filter((path) => /^src\/(cli|commands\/)/.test(path));
    expect(findForbiddenLoads(edges, starts, ["ink", "react"])).toEqual([]);
  });

  test("no flow loads modules with side effects, at its start or on demand", () => {
    const loads = withoutDelay(withoutOwnCommand(edges));
    expect(findForbiddenLoads(loads, files.filter(isFlow), house.effects)).toEqual([]);
    expect(findActingFlows(edges)).toEqual([]);
  });

  test("each source that prints a command for the user builds that command", () => {
    const names = (program.commands ?? [])
      .filter(({ isHidden }) => !isHidden)
      .map(({ name }) => name);
    const verbs = ["help", ...names];
    // Embedded pipeline scripts run where the program's name is known.
    const carried = /^src\/compiler\/(pipeline|scripts)\//;
    const printing = files.filter((path) => !carried.test(path) && !(path in namedPlainly));
    expect(printing.map(read).flatMap((source) => findUnbuiltCommands(source, verbs))).toEqual([]);
    const others = Object.keys(namedPlainly).map(read);
    expect(others.filter((source) => findUnbuiltCommands(source, verbs).length === 0)).toEqual([]);
  });

  test("no flow reads a clock, a random number or the environment, so that a replay is identical", () => {
    expect(files.filter(isFlow).map(read).flatMap(findUnsteadyLines)).toEqual([]);
  });

  test("each file is in a room; names are kebab-case and meaningful; each shared file has a reason", () => {
    expect(findBadNames(house, listSources(root, [...sourceFolders, "test"]))).toEqual([]);
  });

  test("no file has more than 300 lines", () => {
    const long = listSources(root, [...sourceFolders, "test"])
      .map((path) => ({
        path,
        lines: readFileSync(join(root, path), "utf8").split("\n").length - 1,
      }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });
});

describe("the rules find faults", () => {
  const trees: string[] = [];
  afterEach(() => {
    for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
  });

  /**
   * Checks files that import each other: path → lines. An imported file that is not listed is
   * empty.
   */
  async function evaluate(files: Record<string, string>) {
    const tree = mkdtempSync(join(tmpdir(), "gatehouse-rooms-"));
    trees.push(tree);
    for (const [path, text] of Object.entries({ ...emptyTargets(files), ...files })) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    for (const folder of sourceFolders) mkdirSync(join(tree, folder), { recursive: true });
    const sources = listSources(tree, sourceFolders);
    const edges = await readImports(tree, sources);
    return { files: sources, edges, forbidden: findForbiddenImports(house, edges) };
  }

  function emptyTargets(files: Record<string, string>): Record<string, string> {
    const targets = Object.entries(files).flatMap(([from, text]) =>
      [...text.matchAll(/"(\.[^"]+)"/g)].map(([, path = ""]) => join(dirname(from), path)),
    );
    return Object.fromEntries(targets.map((path) => [path, "export type T = 1;"]));
  }

  type Row = [path: string, text: string, kind: string, reason: string];
  const repository = "src/plane/repository/a.ts";
  const ofEmulator = "emulator can import only yaml, shared";

  test.each<Row>([
    [
      "src/forge/client.ts",
      'import "../credentials/mint.ts";',
      "static",
      "forge can import only shared",
    ],
    [
      "src/shared/secret.ts",
      'import "../forge/a.ts";',
      "static",
      "shared can import only its own files",
    ],
    ["emulator/api.ts", 'import type { T } from "../forge/a.ts";', "type", ofEmulator],
    ["emulator/api.ts", 'import("../forge/a.ts");', "lazy", ofEmulator],
    [
      "src/prompts/a.ts",
      'export * from "../../components/b.ts";',
      "static",
      "prompts can import only terminal, shared",
    ],
    [
      "src/compiler/a.ts",
      'import "../firewall/rules/deep/a.ts";',
      "static",
      "private to their room",
    ],
    ["src/compiler/a.ts", 'import "../firewall/a.ts";', "static", "compiler can import only"],
    ["src/cli.ts", 'import "./commands/a.ts";', "static", "must be imported on demand"],
    ["src/cli.ts", 'import("./forge/a.ts");', "lazy", "cli can import only terminal, shared"],
    ["flows/setup/a.ts", 'import "../../emulator/entry.ts";', "static", "flows/setup can import"],
    ["src/commands/a.ts", 'import("../../emulator/robot.ts");', "lazy", "only emulator/entry.ts"],
    [
      "src/commands/a.ts",
      'import "../../emulator/entry.ts";',
      "static",
      "must be imported on demand",
    ],
    ["src/attic/a.ts", 'import "../shared/b.ts";', "static", "attic is not in the table"],
    ["src/commands/a.ts", 'import "ink";', "static", "only components can import ink"],
    ["src/setup/a.ts", 'import("react/jsx-runtime");', "lazy", "only components can import react"],
    [
      "src/credentials/keychain/keychain.ts",
      'import("keytar");',
      "lazy",
      "only src/credentials/keychain/helper/helper.ts can import keytar",
    ],
    ["src/credentials/a.ts", 'import https from "node:https";', "static", "can import node:https"],
    [repository, 'import https from "https";', "static", "can import node:https"],
    [repository, 'import("node:module");', "lazy", "can import node:module"],
    ...[
      'export let a: typeof import("../../commands/b.ts");',
      'export type A = import("../../commands/b.ts")["T"];',
      'export type { T } from "../../commands/b.ts";',
      'if (false) import("../../commands/b.ts");',
    ].map((text): Row => [repository, text, "type", "plane/repository can import only"]),
    [
      "src/compiler/scripts/mint/a.ts",
      'import "../../../shared/secret.ts";',
      "static",
      "compiler/scripts can import only its own files",
    ],
    ["src/forge/a.ts", 'import("node:vm");', "lazy", "only tests can import node:vm"],
    [repository, 'import "../../forge/send-once.ts";', "static", "the file is internal"],
  ])("%s with %s is refused", async (path, text, kind, reason) => {
    const { forbidden } = await evaluate({ [path]: text });
    expect(forbidden).toEqual([expect.stringContaining(reason)]);
    expect(forbidden[0]).toContain(`(${kind})`);
  });

  test.each([
    ["src/cli.ts", 'import("./commands/a.ts");'],
    ["src/commands/a.ts", 'import("../../components/b.ts");'],
    ["src/commands/a.ts", 'import("../../emulator/entry.ts");'],
    ["src/compiler/a.ts", 'import "../firewall/rules/url-pattern.ts";'],
    ["src/plane/verify/a.ts", 'import "../repository/run-workflow.ts"; import "../proof/b.ts";'],
    [
      "src/plane/repository/a.ts",
      'import "../../forge/resources/runs.ts"; import "../../credentials/apps/b.ts";',
    ],
    ["src/forge/resources/a.ts", 'import "../read.ts";'],
    ["src/commands/connect.ts", 'import "../forge/send-once.ts";'],
    ["components/a.ts", 'import "ink"; import "../src/prompts/b.ts";'],
  ])("%s is allowed to have %s", async (path, text) => {
    expect((await evaluate({ [path]: text })).forbidden).toEqual([]);
  });

  test("a command that loads Ink through other files is found; one that loads it on demand is not", async () => {
    const { edges } = await evaluate({
      "src/commands/eager.ts": 'import "../../components/wizard.tsx";',
      "src/commands/lazy.ts": 'import("../../components/wizard.tsx");',
      "components/wizard.tsx": 'import "./screen.tsx";',
      "components/screen.tsx": 'import "ink";',
    });
    const starts = ["src/commands/eager.ts", "src/commands/lazy.ts"];
    expect(findForbiddenLoads(edges, starts, ["ink"])).toEqual([
      "src/commands/eager.ts loads ink through components/screen.tsx",
    ]);
  });

  test("a code file of any kind is found", async () => {
    const kinds = ["a.ts", "b.tsx", "c.mts", "d.cts", "e.mjs", "f.cjs", "g.js", "h.jsx"];
    const { files } = await evaluate(
      Object.fromEntries(kinds.map((name) => [`flows/${name}`, ""])),
    );
    expect(files).toEqual(kinds.map((name) => `flows/${name}`));
  });

  test("a cycle is found, also one of types; a chain is not a cycle", async () => {
    const { edges } = await evaluate({
      "src/forge/a.ts": 'import type { T } from "./b.ts"; export type T = 1;',
      "src/forge/b.ts": 'import "./c.ts"; export type T = 1;',
      "src/forge/c.ts": 'export type U = import("./a.ts").T;',
      "src/forge/d.ts": 'import "./a.ts";',
    });
    expect(findCircles(edges)).toEqual(["src/forge/a.ts ↔ src/forge/b.ts ↔ src/forge/c.ts"]);
  });

  test("a flow that reaches the network through a room is found", async () => {
    const { edges } = await evaluate({
      "flows/setup/a.ts": 'import "../../src/forge/b.ts";',
      "src/forge/b.ts": 'import "node:https";',
    });
    expect(findForbiddenLoads(edges, ["flows/setup/a.ts"], house.effects)).toEqual([
      "flows/setup/a.ts loads node:https through src/forge/b.ts",
    ]);
  });

  test.each([
    ["src/forge/index.ts", "index files are not allowed"],
    ["src/forge/hostProfile.ts", "not kebab-case"],
    ["components/Wizard.tsx", "not kebab-case"],
    ["src/utils/text.ts", '"utils" is too vague'],
    ["src/forge/types.ts", '"types" is too vague'],
    ["src/attic/thing.ts", "room attic is not in the table"],
    ["flows/thing.ts", "room flows is not in the table"],
    ["src/plane/repository/thing.mts", "not a .ts or .tsx file"],
    ["flows/setup/thing.mjs", "not a .ts or .tsx file"],
    ["components/thing.cts", "not a .ts or .tsx file"],
    ["src/shared/dates.ts", "test/rooms/shared-files.ts gives no reason for it"],
    ["src/shared/dates/weekday.ts", "test/rooms/shared-files.ts gives no reason for it"],
  ])("the name %s is refused: %s", (path, reason) => {
    expect(findBadNames(house, [path])).toEqual([`${path}: ${reason}`]);
  });
});
