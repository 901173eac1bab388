import { gateVariable } from "../../credentials/records.ts";
import { addVariable, askVariable, changeVariable } from "../../forge/resources/stored-variable.ts";
import type { OneAnswer } from "../../forge/one-request.ts";
import { parseObject } from "../../forge/parse-object.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { gatePersistence } from "../../credentials/apps/ceilings.ts";
import { findApp } from "../../credentials/choose-credential.ts";
import type { FoundApp } from "../../credentials/choose-credential.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { readGateRecord, writeGateRecord } from "./gate-record.ts";
import type { GateRecord } from "./gate-record.ts";
import type { HeldToken } from "./admit-deps.ts";
import { mintAndRevoke } from "./mint-and-revoke.ts";
import { isUsedUp } from "../../forge/retry-policy.ts";
import { askRepeatedly, limitRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/**
 * Stores a record for later runs, using only the write App. Best effort: returns one sentence about
 * the result and never changes a denial.
 */
export async function storeRecord(
  record: GateRecord,
  { wire, now }: { readonly wire: Wire; readonly now: Date },
): Promise<string> {
  let app: FoundApp;
  try {
    app = findApp(wire.deps.env, "write");
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return `${notStored}: ${error.message}`;
  }
  if (!("bearer" in app)) return `${notStored}: no write App is configured.`;
  let repository: RepositoryName;
  try {
    repository = wire.repository();
  } catch {
    return `${notStored}: FORGE_REPOSITORY is not a repository name.`;
  }
  const held = await mintAndRevoke(app.bearer, gatePersistence, wire).catch(() => failed);
  if (held.kind !== "minted") {
    return `${notStored}: ${held.kind === "used-up" ? noneLeft : held.reason}`;
  }
  try {
    return await write({ record, repository, held, now }, wire);
  } finally {
    await held.end();
  }
}

const notStored = "The denial was not recorded for later runs";
const noneLeft = "the write App has no requests left.";
const failed = { kind: "unreadable", reason: "no token could be minted." } as const;

/**
 * Tries to create the variable, although it usually exists, because a check would also take a
 * request. Replaces an existing record only if that record ends earlier.
 * @returns one sentence about the result
 */
async function write(
  {
    record,
    repository,
    held: { token, isNew },
    now,
  }: {
    readonly record: GateRecord;
    readonly repository: RepositoryName;
    readonly held: HeldToken;
    readonly now: Date;
  },
  wire: Wire,
): Promise<string> {
  const { profile, send } = wire;
  const variable = { name: gateVariable, value: writeGateRecord(record) };
  const as = () => ({ send, profile, token, signal: limitRequest(wire) });
  const repeating = { wire, isNew, isFinal: ({ status }: OneAnswer) => status < 500 };
  const added = await askRepeatedly(() => addVariable(as(), repository, variable), repeating);
  if (added?.status === 201) return stored;
  if (added?.status !== 409 || isUsedUp(added)) return explainFailure(added);
  const found = await askRepeatedly(() => askVariable(as(), repository, gateVariable), repeating);
  if (found?.status !== 200 || isUsedUp(found)) return explainFailure(found);
  const value = parseObject(found.text)?.["value"];
  const before = readGateRecord(typeof value === "string" ? value : undefined, now);
  if (before.state === "active" && before.record.reset >= record.reset) return stored;
  const changed = await askRepeatedly(() => changeVariable(as(), repository, variable), repeating);
  return changed?.status === 204 ? stored : explainFailure(changed);
}

const stored = `Until the reset, later runs stop without sending a request: ${gateVariable} is set.`;

function explainFailure(answer: OneAnswer | undefined): string {
  if (!answer) return `${notStored}: the API did not respond.`;
  const { status, text } = answer;
  if (isUsedUp(answer)) return `${notStored}: ${noneLeft}`;
  // GitHub requires Variables: write in addition to Actions: write, but the specification requests
  // only Actions: write.
  const message = parseObject(text)?.["message"];
  if (status === 403 && message === "Resource not accessible by integration") {
    return `${notStored}: the write App does not have the permission Variables: write.`;
  }
  return `${notStored}: the API responded with ${status}.`;
}
