import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import type { World } from "./world.ts";

/** The world, and the one way to change it. */
export interface Store {
  readonly world: World;
  /**
   * Changes the world and, where there is a file, has it on disk before it returns: an answer that
   * a client has seen survives even a kill -9.
   */
  change<T>(mutate: (world: World) => T): T;
}

/** Opens the state file, or begins a world; without a file it lives in memory only. */
export function openStore(file: string | undefined, begin: () => World): Store {
  const found = file === undefined ? undefined : readWorld(file);
  const world = found ?? begin();
  const save = () => {
    if (file !== undefined) writeAtomically(file, `${JSON.stringify(world, null, 1)}\n`);
  };
  if (!found) save();
  return {
    world,
    change(mutate) {
      const result = mutate(world);
      save();
      return result;
    },
  };
}

function readWorld(file: string): World | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const world = parse(text) as Partial<World> | undefined;
  if (world?.version !== 1 || !Array.isArray(world.repositories)) {
    throw new InvalidInput(`${file} is not the state of an embedded forge.`, [
      { say: "Name another file, or remove this one to begin anew" },
    ]);
  }
  return world as World;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Synchronous on purpose: no answer may overtake its own state. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = openSync(temporary, "w", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, file);
}
