import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildForRun, root } from "../../build-for-run.ts";
import { runToEnd } from "../../commands/installed-program.ts";

/** A package as `npm pack` says what it made of it. */
export interface Packed {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Of the file, and of what is in it, in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

/** What a clone has that a package is made of. */
const cloned = [
  "src",
  "emulator",
  "components",
  "flows",
  "scripts",
  "package.json",
  "tsconfig.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
];

/** Packs what stands in the tree now, once for all test files of a run. */
export async function packProgram(): Promise<Packed> {
  const folder = await buildForRun("packed-clone", async (draft) => {
    const clone = join(draft, "clone");
    for (const name of cloned) await cp(join(root, name), join(clone, name), { recursive: true });
    await symlink(join(root, "node_modules"), join(clone, "node_modules"));
    await pack(clone, draft);
  });
  return readPacked(folder);
}

/** Packs a package that is installed here, without its scripts. */
export async function packInstalled(name: string): Promise<Packed> {
  const folder = await buildForRun(`packed-${name}`, async (draft) => {
    await pack(join(root, "node_modules", name), draft, "--ignore-scripts");
  });
  return readPacked(folder);
}

async function pack(folder: string, to: string, ...options: string[]): Promise<void> {
  const home = join(to, "home");
  await mkdir(home);
  const args = ["pack", folder, "--json", "--pack-destination", to, "--offline", ...options];
  const { code, out, err } = await runToEnd("npm", args, { cwd: folder, env: { HOME: home } });
  if (code !== 0) throw new Error(`npm pack ended with ${code}:\n${err}`);
  // What it says stands behind what the package's own scripts print.
  const said = out.slice(out.search(/^\[$/m));
  await writeFile(join(to, "packed.json"), said);
}

async function readPacked(folder: string): Promise<Packed> {
  const [said] = JSON.parse(await readFile(join(folder, "packed.json"), "utf8")) as [
    Omit<Packed, "path" | "files"> & { filename: string; files: readonly { path: string }[] },
  ];
  return { ...said, path: join(folder, said.filename), files: said.files.map(({ path }) => path) };
}
