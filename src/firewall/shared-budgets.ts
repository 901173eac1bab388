import { readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../shared/error-code.ts";
import { Incomplete, InvalidInput } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import { writeTextFile } from "../shared/json-file.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { readOwnFile } from "../shared/read-own-file.ts";
import { PoolUnavailable, readState, writeEmpty, type Used } from "./budget/pool.ts";
import { parseBudget } from "./config/parse-budget.ts";
import { findState } from "./find-state.ts";
import { findCaller } from "./sandbox/caller.ts";

/** A budget that runs on this machine share. */
export interface SharedBudget {
  readonly name: string;
  /** Amounts that all runs have used or reserved; undefined if the file is not valid. */
  readonly used: Used | undefined;
}

/**
 * Returns the path of a shared budget.
 * @throws InvalidInput with sudo, because the file must belong to the user, or if commands can
 *   write to the directory
 */
export function findBudgetFile(name: string, env: NodeJS.ProcessEnv): string {
  return join(findFolder(env), `${name}.json`);
}

function findFolder(env: NodeJS.ProcessEnv): string {
  const caller = findCaller(env);
  if (caller.cameBySudo)
    throw new InvalidInput("A shared budget must belong to your own user, not to root.", [
      { text: "Run the same command without sudo" },
    ]);
  return join(findState(env, caller), "budgets");
}

/** Lists the shared budgets of this machine by name. */
export function listSharedBudgets(env: NodeJS.ProcessEnv): readonly SharedBudget[] {
  const folder = findFolder(env);
  const names = readNames(folder).flatMap((file) => /^([a-z0-9-]+)\.json$/.exec(file)?.[1] ?? []);
  return names.toSorted().map((name) => ({ name, used: readBudget(join(folder, `${name}.json`)) }));
}

/** @throws InvalidInput; Incomplete if no run has used the budget yet */
export function readSharedBudget(name: string, env: NodeJS.ProcessEnv): SharedBudget {
  const part = parseBudget(`shared=${name}`);
  if ("fault" in part)
    throw new InvalidInput(`The name of the shared budget is not valid: ${name}`, [
      { text: "List the shared budgets", command: ownCommandLine("firewall", "budget") },
    ]);
  const found = listSharedBudgets(env).find((each) => each.name === name);
  if (found) return found;
  throw new Incomplete(
    `Shared budget "${name}" not found: no run on this machine has used it.`,
    [],
  );
}

/** Sets what all runs have used to zero. Active runs keep their shares. */
export async function resetSharedBudget(
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<SharedBudget> {
  readSharedBudget(name, env);
  const path = findBudgetFile(name, env);
  const lock = lockFile(path);
  try {
    await writeTextFile(path, writeEmpty());
  } finally {
    lock.release();
  }
  return { name, used: {} };
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function readBudget(path: string): Used | undefined {
  try {
    return readState(readOwnFile(path)).used;
  } catch (error) {
    if (error instanceof PoolUnavailable) return undefined;
    throw error;
  }
}
