import { chmodSync } from "node:fs";
import { InvalidInput } from "../../src/shared/errors.ts";
import { readOwnFile } from "../../src/shared/read-own-file.ts";
import { sweepDrafts, writeAtomically } from "./write-atomically.ts";
import type { World } from "./world.ts";
import { codeOf } from "../../src/shared/error-code.ts";

/** The world, and the one way to change it. */
export interface Store {
  readonly world: World;
  /**
   * Changes the world and, where there is a file, has it on disk before it returns: an answer that
   * a client has seen survives even a kill -9.
   */
  change<T>(mutate: (world: World) => T): T;
}

/**
 * Opens the state file, or begins a world; without a file it lives in memory only.
 * @throws InvalidInput when the file holds something else; Planted when it is a link, or another user's
 */
export function openStore(file: string | undefined, begin: () => World): Store {
  if (file !== undefined) sweepDrafts(file);
  const found = file === undefined ? undefined : readWorld(file);
  const world = found?.world ?? begin();
  if (file !== undefined && found) chmodSync(file, 0o600);
  let saved = write(file, world, found?.text);
  return {
    world,
    change(mutate) {
      try {
        const result = mutate(world);
        saved = write(file, world, saved);
        return result;
      } catch (error) {
        // What is not on disk has not happened; whoever asked is told so.
        if (saved !== undefined) restore(world, JSON.parse(saved) as World);
        throw error;
      }
    },
  };
}

/**
 * Writes the world, but where it is there already.
 * @returns what is on disk now; undefined where there is no file
 */
function write(file: string | undefined, world: World, before?: string): string | undefined {
  if (file === undefined) return undefined;
  const text = `${JSON.stringify(world, null, 1)}\n`;
  if (text !== before) writeAtomically(file, text);
  return text;
}

/** Makes a value what it was. What others hold of it, such as a run that goes on, stays a part of it. */
function restore(now: object, before: object): void {
  for (const key of Object.keys(now))
    if (!Object.hasOwn(before, key)) Reflect.deleteProperty(now, key);
  if (Array.isArray(now) && Array.isArray(before)) now.length = before.length;
  for (const [key, value] of Object.entries(before) as [string, unknown][]) {
    const known: unknown = Reflect.get(now, key);
    const isSameKind = Array.isArray(known) === Array.isArray(value);
    if (isObject(known) && isObject(value) && isSameKind) restore(known, value);
    else Reflect.set(now, key, value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function readWorld(file: string): { readonly world: World; readonly text: string } | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const world = parse(text) as Partial<World> | undefined;
  if (world?.version !== 1 || !Array.isArray(world.repositories)) {
    throw new InvalidInput(`${file} is not the state of an embedded forge.`, [
      { say: "Name another file, or remove this one to begin anew" },
    ]);
  }
  return { world: world as World, text };
}

function readIfThere(file: string): string | undefined {
  try {
    return readOwnFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
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
