import { chmodSync } from "node:fs";
import { InvalidInput } from "../../src/shared/errors.ts";
import { readOwnFile } from "../../src/shared/read-own-file.ts";
import { writeAtomically } from "../../src/shared/write-atomically.ts";
import { sweepDrafts } from "./sweep-drafts.ts";
import type { World } from "./world.ts";
import { codeOf } from "../../src/shared/error-code.ts";

/** The state of the forge. Only `change` modifies it. */
export interface Store {
  readonly world: World;
  /**
   * Changes the state and writes it to its file, if there is one, before returning. A change that a
   * client has seen therefore survives even kill -9.
   */
  change<T>(mutate: (world: World) => T): T;
}

/**
 * Opens the state file or creates a new state. Without a file, the state exists only in memory.
 * @throws InvalidInput if the file is not a state file; Planted if it is a link or belongs to
 *   another user
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
        // If a change cannot be written, it is undone, and the caller gets the error.
        if (saved !== undefined) restore(world, JSON.parse(saved) as World);
        throw error;
      }
    },
  };
}

/**
 * Writes the state unless the file is up to date.
 * @returns the written text, or undefined if there is no file
 */
function write(file: string | undefined, world: World, before?: string): string | undefined {
  if (file === undefined) return undefined;
  const text = `${JSON.stringify(world, null, 1)}\n`;
  if (text !== before) writeAtomically(file, text);
  return text;
}

/**
 * Restores a previous value in place, so that objects referenced by other code, such as an active
 * run, remain part of the state.
 */
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
    throw new InvalidInput(`${file} is not a state file of the embedded forge.`, [
      { text: "Use a different file, or delete this file to start over" },
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
