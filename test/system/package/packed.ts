import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildForRun, root } from "../../build-for-run.ts";
import { runToEnd } from "../../commands/installed-program.ts";

/** A package as described by `npm pack`. */
export interface Packed {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Size of the file and of its content in bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

/** Parts of a clone from which a package is built. */
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

/** Packs the current tree, once for all test files of a run. */
export async function packProgram(): Promise<Packed> {
  const folder = await buildForRun("packed-clone", async (draft) => {
    const clone = join(draft, "clone");
    for (const name of cloned) await cp(join(root, name), join(clone, name), { recursive: true });
    await symlink(join(root, "node_modules"), join(clone, "node_modules"));
    await pack(clone, draft);
  });
  return readPacked(folder);
}

/** Packs a package installed on this machine, without running its scripts. */
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
  // npm's own output follows that of the package's scripts.
  const text = out.slice(out.search(/^\[$/m));
  await writeFile(join(to, "packed.json"), text);
}

async function readPacked(folder: string): Promise<Packed> {
  const [text] = JSON.parse(await readFile(join(folder, "packed.json"), "utf8")) as [
    Omit<Packed, "path" | "files"> & { filename: string; files: readonly { path: string }[] },
  ];
  return { ...text, path: join(folder, text.filename), files: text.files.map(({ path }) => path) };
}
