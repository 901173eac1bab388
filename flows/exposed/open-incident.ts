import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { storedCredentials, titleOfCredential } from "../../src/credentials/credential.ts";
import type { ExposureRecord, Incident } from "../../src/plane/exposed/exposure.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { incidentStep, isReadable } from "../../src/plane/exposed/journal-steps.ts";
import { readRecord } from "../../src/plane/exposed/read-record.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { Situation } from "../../src/plane/exposed/situation.ts";
import { findSwitches } from "../../src/plane/exposed/switches.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";

/**
 * The scope of the incident: affected credentials and packages, and the kill switches that stop the
 * packages.
 */
export interface IncidentScope {
  readonly credentials: readonly StoredCredential[];
  readonly packages: readonly string[];
  /** Variables of the kill switches. */
  readonly switches: readonly string[];
}

/**
 * Returns the scope from the command line and from the open incident. Asks for the scope if neither
 * names one.
 * @throws InvalidInput if the journal's data about the open incident is damaged
 */
export async function chooseIncidentScope(
  context: Pick<FlowContext, "ask" | "read" | "restore">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "options">,
  situation: Pick<Situation, "settings" | "storedAt">,
): Promise<IncidentScope> {
  const { options } = deps;
  const known = await recordBefore(context, deps);
  if (known && !isReadable(known.incident)) throw damaged(deps);
  const credentials = [...new Set([...(known?.credentials ?? []), ...options.credentials])];
  const named = [...new Set([...(known?.incident.packages ?? []), ...options.packages])];
  const chosen = credentials.length > 0 ? credentials : await chooseCredentials(context, situation);
  const { settings } = situation;
  const packages =
    named.length > 0 || known || !settings ? named : await choosePackages(context, settings);
  // Drops packages that were removed since the incident began, because they no longer have kill
  // switches. Keeps packages from the command line, so that a misspelled name is reported.
  const present = packages.filter(
    (name) =>
      options.packages.includes(name) || settings?.packages.some((each) => each.name === name),
  );
  const found = settings && present.length > 0 ? findSwitches(settings, present) : [];
  return {
    credentials: chosen,
    packages,
    switches: [...new Set([...found, ...options.switches])],
  };
}

/**
 * Returns the record as it was at the start of this run, so that the same questions appear after
 * Back even if steps have been recorded since then.
 */
function recordBefore(
  { read, restore }: Pick<FlowContext, "read" | "restore">,
  deps: Pick<ExposedDeps, "profile" | "repository">,
): Promise<ExposureRecord | undefined> {
  return read("record before", () => Promise.resolve(readRecord(placeOf(deps), restore)));
}

/**
 * Returns the error for damaged incident data. Steps of an unknown incident must not count for the
 * current incident.
 */
function damaged(deps: Pick<ExposedDeps, "profile" | "repository">): InvalidInput {
  return new InvalidInput("The journal's data about the incident is damaged.", [
    {
      text: "Keep the journal as evidence and open another incident",
      command: commandLine("exposed", deps, ["--new-incident"]),
    },
  ]);
}

function chooseCredentials(
  { ask }: Pick<FlowContext, "ask">,
  { storedAt }: Pick<Situation, "storedAt">,
) {
  const known = storedCredentials.filter((each) => typeof storedAt[each] === "string");
  return ask.chooseMany<StoredCredential>({
    id: "credentials",
    name: "Exposed",
    title: "Which credentials may have leaked?",
    why: "Each selected credential is revoked and searched for. If a credential may have leaked, treat it as leaked.",
    minimum: 1,
    // If it is unknown which credentials are stored, any of them may have leaked, so all are
    // preselected.
    initial: known.length > 0 ? known : storedCredentials,
    options: storedCredentials.map((value) => ({
      value,
      label: value === "pat" ? "Fine-grained PAT" : `${titleOfCredential(value)} key`,
      hint: describeStored(storedAt[value]),
    })),
  });
}

function describeStored(storedAt: string | null | undefined): string {
  if (storedAt === null) return "not stored in the control repository";
  return storedAt === undefined
    ? "unknown whether it is stored"
    : `stored on ${storedAt.slice(0, 10)}`;
}

/** Asks for the affected packages; all are preselected. */
async function choosePackages(
  { ask }: Pick<FlowContext, "ask">,
  { packages }: Pick<Settings, "packages">,
): Promise<string[]> {
  if (packages.length < 2) return packages.map(({ name }) => name);
  return ask.chooseMany({
    id: "packages",
    name: "Review packages",
    title: "Which review packages are affected?",
    why: "This disables their workflows (kill switch = false), so that no new run uses the credential.",
    initial: packages.map(({ name }) => name),
    options: packages.map(({ name, killSwitch }) => ({
      value: name,
      label: name,
      hint: `kill switch ${killSwitch}`,
    })),
  });
}

/**
 * Opens the incident, or returns the open one unchanged. Until the first step, the operator can go
 * back and change the scope.
 */
export async function openIncident(
  context: Pick<FlowContext, "read" | "restore" | "recordValue">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "now">,
  { situation, scope }: { situation: Situation; scope: IncidentScope },
): Promise<Incident> {
  const before = await recordBefore(context, deps);
  if (before) return before.incident;
  const incident = {
    openedAt: await context.read("opening", () => Promise.resolve(deps.now().toISOString())),
    openedBy: situation.who,
    credentials: scope.credentials,
    packages: scope.packages,
    storedAt: situation.storedAt,
    switches: readSwitches(situation, scope),
  };
  await context.recordValue(incidentStep(placeOf(deps)), incident);
  return incident;
}

function readSwitches({ variables }: Situation, { switches }: IncidentScope) {
  const known = switches.map((name) => [name, variables?.get(name) ?? null] as const);
  return variables ? Object.fromEntries(known) : {};
}
