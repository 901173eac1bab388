import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import type { Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { root } from "../../build-for-run.ts";
import { makeHome, runToEnd } from "../../commands/installed-program.ts";
import { packProgram, type Packed } from "./packed.ts";

let packed: Packed;
beforeAll(async () => {
  packed = await packProgram();
});

async function unpack(): Promise<string> {
  const { home } = await makeHome();
  await runToEnd("tar", ["-xzf", packed.path, "-C", home]);
  return join(home, "package");
}

test("the package contains the program, its documentation, and its schemas, and nothing else", async () => {
  const { man } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    man: readonly string[];
  };
  const pages = packed.files.filter((path) => path.startsWith("dist/man/"));
  expect(pages.toSorted()).toEqual(man.toSorted());
  const others = packed.files.filter(
    (path) => !/^dist\/[\w.-]+\.js$/.test(path) && !pages.includes(path),
  );
  expect(others.toSorted()).toMatchInlineSnapshot(`
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/THIRD-PARTY-NOTICES.txt",
      "dist/integrity",
      "dist/starter-arm64",
      "dist/starter-node.cjs",
      "dist/starter-x64",
      "dist/xdg-open",
      "package.json",
      "schemas/agent-forge.schema.json",
      "schemas/agent-github.schema.json",
      "schemas/control-plane.schema.json",
      "schemas/control-precompute.schema.json",
      "schemas/firewall.schema.json",
      "schemas/fleet-report.schema.json",
      "schemas/gatehouse.schema.json",
    ]
  `);
  const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `${packed.name} ${packed.version}: ${packed.files.length} files, ${size(packed.size)} packed, ${size(packed.unpackedSize)} unpacked\n`,
  );
  expect(packed.size).toBeLessThan(3_000_000);
});

test("the package contains neither tests, nor sources, nor local paths", async () => {
  const folder = await unpack();
  expect(packed.files.filter((path) => /\.(ts|tsx|map)$|test|\.cache/.test(path))).toEqual([]);
  const { out } = await runToEnd("grep", ["-rlF", root, folder]);
  expect(out).toBe("");
});

test("each address of a schema points to a file of the package", async () => {
  const folder = await unpack();
  const schemas = packed.files.filter((path) => path.startsWith("schemas/"));
  expect(schemas.length).toBeGreaterThan(6);
  const start = `https://unpkg.com/${packed.name}@${packed.version}/`;
  for (const path of schemas) {
    const { $id } = JSON.parse(await readFile(join(folder, path), "utf8")) as { $id: string };
    expect($id).toBe(start + path);
  }
});

test("the notices name each package that is bundled, at its version, with a licence", async () => {
  const { home } = await makeHome();
  const meta = join(home, "meta.json");
  const out = join(home, "dist");
  await runToEnd(execPath, [join(root, "scripts/build.mjs"), out, `--metafile=${meta}`]);
  const metafiles = JSON.parse(await readFile(meta, "utf8")) as Pick<Metafile, "outputs">[];
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const paths = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const bundled = new Set(
    paths.flatMap((path) => {
      const [, folder] = /(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
      return folder === undefined ? [] : [folder];
    }),
  );
  const names = await Promise.all([...bundled].map(nameAndVersion));
  expect(names.length).toBeGreaterThan(80);
  const notices = await readFile(join(out, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const named = [...notices.matchAll(/^(\S+ \d\S*) \([^\n]+\)$/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual([...new Set(names)].toSorted());
  for (const part of notices.split(/^-{100}$/m).slice(1)) {
    expect(part).toMatch(/Permission|Redistribution|Apache License/);
  }
  expect(await readFile(join(await unpack(), "dist/THIRD-PARTY-NOTICES.txt"), "utf8")).toBe(
    notices,
  );
});

async function nameAndVersion(folder: string): Promise<string> {
  const text = await readFile(join(root, folder, "package.json"), "utf8");
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return `${name} ${version}`;
}
