import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { buildForRun } from "../../build-for-run.ts";
import { installProgram, runToEnd } from "../../commands/installed-program.ts";
import type { Ended } from "../../commands/installed-program.ts";
import { openReader, type Reader } from "./reader.ts";

/** A command line in the documentation, which a test runs to check its description. */
export interface RunExample {
  readonly says?: readonly string[];
  readonly run: (line: string, bench: ExamplesBench) => Promise<void>;
}

/** An example that cannot run unchanged. */
interface UnrunExample {
  readonly says?: readonly string[];
  readonly notRunReason: string;
}

export type Examples = Readonly<Record<string, RunExample | UnrunExample>>;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const cloned = [
  "src",
  "components",
  "flows",
  "emulator",
  "scripts",
  "package.json",
  "tsconfig.json",
];

/**
 * Options that select a reader's forge, which runs within each command and has its state in a file.
 */
export const words = "--host emulator";

export interface ExamplesBench {
  /** Returns the help of gatehouse, or of a verb. */
  readonly help: (...verbs: string[]) => Promise<string>;
  /** Runs npx in a clone with its packages, as `npm ci` installs it before the build. */
  readonly npx: (...args: string[]) => Promise<Ended>;
  /** Creates a reader with a new forge. */
  readonly openNew: () => Promise<Reader>;
  /**
   * Runs the demo, which sets up a control plane, once for all test files. Read-only commands of a
   * file share it.
   */
  readonly playDemo: () => Promise<{ reader: Reader; ended: Ended }>;
  /** Creates a copy of the demo's control plane. */
  readonly openSetUp: () => Promise<Reader>;
}

/** Creates the readers of a test file, in one directory that is deleted with it. */
export function openExamplesBench(): ExamplesBench {
  const program = installProgram();
  let folder = "";
  let readers = 0;
  let played: ReturnType<ExamplesBench["playDemo"]> | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "gatehouse-readme-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const open = (like?: Pick<Reader, "home">) => {
    readers += 1;
    return openReader(join(folder, String(readers)), {
      cli: program.cli(),
      ...(like && { like }),
    });
  };
  const play = async () => {
    const home = await buildForRun("demo", async (draft) => {
      const reader = await openReader(draft, { cli: program.cli() });
      const ended = await reader.run("gatehouse demo | cat");
      await writeFile(join(draft, "ended.json"), JSON.stringify(ended));
    });
    const ended = JSON.parse(await readFile(join(home, "ended.json"), "utf8")) as Ended;
    return { reader: await open({ home }), ended };
  };
  const playDemo = () => (played ??= play());
  return {
    help: async (...verbs) => (await program.run([...verbs, "--help"])).out,
    npx: async (...args) => {
      const clone = join(folder, "clone");
      for (const name of cloned) await cp(join(root, name), join(clone, name), { recursive: true });
      await symlink(join(root, "node_modules"), join(clone, "node_modules"));
      return runToEnd("npx", args, {
        cwd: clone,
        env: { HOME: folder, npm_config_offline: "true" },
      });
    },
    openNew: () => open(),
    playDemo,
    openSetUp: async () => open((await playDemo()).reader),
  };
}
