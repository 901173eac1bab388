import {
  deleteEnvironment,
  deleteEnvironmentVariable,
  listEnvironmentVariables,
} from "../../forge/resources/environment-deletion.ts";
import { findEnvironment } from "../../forge/resources/environments.ts";
import { findFileVersion } from "../../forge/resources/contents.ts";
import { listWorkflows } from "../../forge/resources/target-workflows.ts";
import { deleteSecret, findSecretDate } from "../../forge/resources/secrets.ts";
import { deleteVariable, findVariable } from "../../forge/resources/variables.ts";
import { disableWorkflow } from "../../forge/resources/workflow-switch.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { setSwitches } from "../exposed/switches.ts";
import { deleteControlFile } from "../scope/control-files.ts";
import { readEnvironment } from "./read-environment.ts";
import type { Dependant, KillSwitch, RemainingFile, RemainingRecord } from "./inventory.ts";

/*
 * Functions that each remove one kind of item and verify the removal. If the forge accepts a
 * request but does not perform it, they throw an error.
 */

/**
 * Disables the workflows that would keep running, and sets the existing kill switches to false.
 *
 * @throws Incomplete with everything that is still active
 */
export async function stopWork(
  location: ControlSession,
  { dependants, switches }: { dependants: readonly Dependant[]; switches: readonly KillSwitch[] },
): Promise<void> {
  const { client, repository } = location;
  for (const { path, state } of dependants) {
    if (state === "enabled") await disableWorkflow(client, repository, path);
  }
  const changes = await setSwitches(location, {
    variables: switches.map(({ variable }) => variable),
    value: "false",
  });
  const known = await listWorkflows(client, repository.full);
  const running = known.entries.filter(
    ({ path, state }) => state === "active" && dependants.some((one) => one.path === path),
  );
  const on = changes.filter(({ after }) => after !== "false").map(({ variable }) => variable);
  requireNone([...running.map(({ path }) => path), ...on], "is still active");
}

/**
 * Deletes records one by one and verifies the deletion.
 *
 * @throws Incomplete
 */
export async function removeRecords(
  location: ControlSession,
  records: readonly RemainingRecord[],
): Promise<void> {
  for (const record of records) await deleteRecord(location, record);
  const left: string[] = [];
  for (const record of records) if (await isStored(location, record)) left.push(record.name);
  requireNone(left, "is still stored");
}

async function deleteRecord({ client, repository }: ControlSession, record: RemainingRecord) {
  const { kind, name, environment } = record;
  const at = { repository, ...(environment !== undefined && { environment }) };
  if (kind === "secret") return deleteSecret(client, at, name);
  if (environment === undefined) return deleteVariable(client, repository, name);
  return deleteEnvironmentVariable(client, { repository, environment }, name);
}

async function isStored({ client, repository }: ControlSession, record: RemainingRecord) {
  const { kind, name, environment } = record;
  const at = { repository, ...(environment !== undefined && { environment }) };
  if (kind === "secret") return (await findSecretDate(client, at, name)) !== undefined;
  if (environment === undefined)
    return (await findVariable(client, repository, name)) !== undefined;
  return (await listEnvironmentVariables(client, { repository, environment })).includes(name);
}

/** @throws Incomplete if the environment now has another use, or still exists */
export async function removeEnvironment(
  { client, repository }: ControlSession,
  environment: string,
): Promise<void> {
  const location = { client, repository, environment };
  const otherwiseUsed = (await readEnvironment(client, location))?.otherwiseUsed;
  if (otherwiseUsed !== undefined) {
    throw new Incomplete(`The environment ${environment} has changed: ${otherwiseUsed}.`, [
      { text: "Keep the environment, or run the same command again to see its state" },
    ]);
  }
  await deleteEnvironment(client, location);
  requireNone((await findEnvironment(client, location)) ? [environment] : [], "still exists");
}

/**
 * Commits the deletion of a file if it is still the version that was shown to the operator. A file
 * that was already deleted is not an error.
 *
 * @throws ControlFileRefused if the file has changed since
 */
export async function removeFile(
  { client, repository }: ControlSession,
  { kind, path, sha }: RemainingFile,
): Promise<void> {
  const isThere = async () => (await findFileVersion(client, repository, path)) !== undefined;
  if (!(await isThere())) return;
  await deleteControlFile(client, repository, { path, sha, message: `Remove gatehouse's ${kind}` });
  requireNone((await isThere()) ? [path] : [], "still exists");
}

function requireNone(left: readonly string[], how: string): void {
  if (left.length === 0) return;
  throw new Incomplete(`The request was accepted, but ${left.join(", ")} ${how}.`, [
    { text: "Try again in a moment" },
  ]);
}
