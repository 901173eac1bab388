import { callOnce } from "../call-once.ts";
import type { OnceAs } from "../call-once.ts";
import type { OneAnswer } from "../one-request.ts";
import type { RepositoryName } from "../repository-name.ts";

/** Intended name and value of a repository variable. */
export interface StoredVariable {
  readonly name: string;
  readonly value: string;
}

/**
 * Creates a variable. GitHub responds with 409 if the name exists.
 * @see POST /repos/{owner}/{repo}/actions/variables
 */
export function addVariable(
  as: OnceAs,
  { full }: RepositoryName,
  variable: StoredVariable,
): Promise<OneAnswer> {
  return callOnce(as, { method: "POST", path: `/repos/${full}/actions/variables`, body: variable });
}

/**
 * Reads a variable; responds with 404 if it does not exist.
 * @see GET /repos/{owner}/{repo}/actions/variables/{name}
 */
export function askVariable(
  as: OnceAs,
  { full }: RepositoryName,
  name: string,
): Promise<OneAnswer> {
  return callOnce(as, { method: "GET", path: `/repos/${full}/actions/variables/${name}` });
}

/**
 * Changes an existing variable.
 * @see PATCH /repos/{owner}/{repo}/actions/variables/{name}
 */
export function changeVariable(
  as: OnceAs,
  { full }: RepositoryName,
  variable: StoredVariable,
): Promise<OneAnswer> {
  const path = `/repos/${full}/actions/variables/${variable.name}`;
  return callOnce(as, { method: "PATCH", path, body: variable });
}
