import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { root } from "../build-for-run.ts";
import { installProgram, makeHome, runToEnd } from "../commands/installed-program.ts";
import { listSources } from "../rooms/import-graph.ts";
import { layerNames } from "../layers.ts";
import { layerOf } from "../rooms/test-layers.ts";
import { makeFolder } from "../temporary-folder.ts";
import { readPage } from "./pages.ts";

const page = await readPage("CONTRIBUTING.md");
const blocks = [...page.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].flatMap(([, text = ""]) =>
  text.split("\n"),
);
const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
/** Commands of the page, without leading variable assignments. */
const commands = [...new Set([...blocks, ...spans])].map((line) =>
  line.replace(/^([A-Z_]+=\S+ )+/, ""),
);
const starting = (start: string) => commands.filter((line) => `${line} `.startsWith(`${start} `));

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
const testFiles = listSources(root, ["test"]).filter((path) => layerOf(path) !== undefined);

/** Parses the filters of a vitest command. A filter is a part of a path, as in vitest. */
function readFilters(command: string) {
  const option = (name: string) => new RegExp(`${name} ("[^"]+"|\\S+)`).exec(command)?.[1];
  const rest = command.replace(/^npx vitest( run)?/, "").replaceAll(/-+\w+ ("[^"]+"|\S+)/g, "");
  return {
    paths: rest.split(" ").filter(Boolean),
    project: option("--project"),
    words: option("-t")?.replaceAll('"', ""),
  };
}

test("each npm command on the page is a script or an npm command", () => {
  const run = starting("npm run").map((line) => line.split(" ")[2] ?? "");
  expect(run).toContain("test:fast");
  const short = ["test", "start"].filter((name) => starting(`npm ${name}`).length > 0);
  expect([...run, ...short].filter((name) => !(name in scripts))).toEqual([]);
  const own = "run test start ci version pkg pack publish view audit install deprecate".split(" ");
  expect(starting("npm").filter((line) => !own.includes(line.split(" ")[1] ?? "npm"))).toEqual([]);
});

test("the page's table lists exactly the layers that are projects", () => {
  const [, table = ""] = /^\| layer +\|[^\n]*\n([^]*?)\n\n/m.exec(page) ?? [];
  const rows = table.split("\n").map((row) => row.split("|")[1]?.trim() ?? "");
  expect(rows.slice(2).toSorted()).toEqual(layerNames.toSorted());
});

describe("vitest finds tests for each command on the page:", () => {
  test.each(starting("npx vitest"))("%s", (command) => {
    const { paths, project, words } = readFilters(command);
    const found = testFiles.filter(
      (path) =>
        (paths.length === 0 || paths.some((each) => path.includes(each))) &&
        (project === undefined || layerOf(path) === project),
    );
    const named = found.filter((path) =>
      readFileSync(join(root, path), "utf8").includes(words ?? ""),
    );
    expect(named.length).toBeGreaterThan(0);
  });

  test("the vitest projects contain the files of the layers", async () => {
    const args = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--json"];
    const { out } = await runToEnd(execPath, args, { cwd: root });
    const listed = JSON.parse(out) as { file: string; projectName: string }[];
    const inLayers = testFiles.map((path) => `${layerOf(path)} ${join(root, path)}`);
    const inProjects = listed.map(({ file, projectName }) => `${projectName} ${file}`);
    expect(inProjects.toSorted()).toEqual(inLayers.toSorted());
  });
});

describe("commands run as shown on the page:", () => {
  const program = installProgram();

  test("npm run dev reports the status of a new embedded forge", async () => {
    const [line = ""] = starting("npm run dev -- status");
    const { env } = await makeHome();
    const ended = await runToEnd("npm", line.split(" ").slice(1), { cwd: program.folder(), env });
    expect(ended.out).toContain("acme/control");
    expect(ended.code).toBe(5);
  });

  test("the build into another directory prints the size of each chunk", async () => {
    const [line = ""] = starting("node scripts/build.mjs");
    const out = makeFolder("out");
    const args = line.replace(".cache/out", out).split(" ").slice(1);
    const ended = await runToEnd(execPath, args, { cwd: root });
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toMatch(/^\d+ \S+\.m?js$/m);
  });
});
