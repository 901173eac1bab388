import { gateVariable } from "../../credentials/records.ts";
import { addVariable, askVariable, changeVariable } from "../../forge/resources/stored-variable.ts";
import type { OneAnswer } from "../../forge/one-request.ts";
import { parseObject } from "../../forge/parse-object.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import { findApp } from "../../credentials/choose-credential.ts";
import type { FoundApp } from "../../credentials/choose-credential.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { readGateRecord, writeGateRecord } from "./gate-record.ts";
import type { GateRecord } from "./gate-record.ts";
import type { HeldToken } from "./admit-deps.ts";
import { mintAndRevoke } from "./mint-and-revoke.ts";
import { askRepeatedly, limitRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** @see spec/credentials.md, "permissions requested by gate persistence" */
const writing = { actions: "write" } as const satisfies Permissions;

/**
 * Stores a record for later runs, using only the write App. Best effort: returns one sentence about
 * the result and never changes a denial.
 */
export async function storeRecord(record: GateRecord, wire: Wire): Promise<string> {
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
  const held = await mintAndRevoke(app.bearer, writing, wire).catch(() => failed);
  if (held.kind !== "minted") {
    return `${notStored}: ${held.kind === "used-up" ? noneLeft : held.reason}`;
  }
  const answer = await write({ record, repository, held }, wire);
  await held.end();
  return answer ? describeAnswer(answer) : `${notStored}: the API did not respond.`;
}

const notStored = "The denial was not recorded for later runs";
const noneLeft = "the write App has no requests left.";
const failed = { kind: "unreadable", reason: "no token could be minted." } as const;

/**
 * Tries to create the variable, although it usually exists, because checking first would also cost
 * a request.
 */
async function write(
  {
    record,
    repository,
    held: { token, isNew },
  }: {
    readonly record: GateRecord;
    readonly repository: RepositoryName;
    readonly held: HeldToken;
  },
  wire: Wire,
): Promise<OneAnswer | undefined> {
  const { profile, send } = wire;
  const variable = { name: gateVariable, value: writeGateRecord(record) };
  const as = () => ({ send, profile, token, signal: limitRequest(wire) });
  const repeating = { wire, isNew, isFinal: ({ status }: OneAnswer) => status < 500 };
  const answer = await askRepeatedly(() => addVariable(as(), repository, variable), repeating);
  if (answer?.status !== 409) return answer;
  // Another run may have stored a record that lasts longer. An unreadable one is replaced.
  const found = await askRepeatedly(() => askVariable(as(), repository, gateVariable), repeating);
  const value = parseObject(found?.text ?? "")?.["value"];
  const stored = readGateRecord(typeof value === "string" ? value : undefined, wire.deps.now());
  if (stored.state === "active" && stored.record.reset >= record.reset) return found;
  return askRepeatedly(() => changeVariable(as(), repository, variable), repeating);
}

function describeAnswer({ status, headers, text }: OneAnswer): string {
  if (status >= 200 && status < 300) {
    return `Until the reset, later runs stop without sending a request: ${gateVariable} is set.`;
  }
  if (headers["x-ratelimit-remaining"] === "0") return `${notStored}: ${noneLeft}`;
  // GitHub requires Variables: write in addition to Actions: write, but the specification requests
  // only Actions: write.
  const message = parseObject(text)?.["message"];
  if (status === 403 && message === "Resource not accessible by integration") {
    return `${notStored}: the write App does not have the permission Variables: write.`;
  }
  return `${notStored}: the API responded with ${status}.`;
}
