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

/** What the incident is about, and what is going to be stopped. */
export interface IncidentScope {
  readonly credentials: readonly StoredCredential[];
  readonly packages: readonly string[];
  /** The variables of the kill switches. */
  readonly switches: readonly string[];
}

/**
 * Takes the scope from the command line, from the incident that is open already, or asks for it.
 * @throws InvalidInput when the journal does not tell any more what that one is about
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
  // A package that was removed since the incident began has no switch; one that is misspelt now has to be told.
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

/** The record as this run found it: Back finds the same questions, whatever was written since. */
function recordBefore(
  { read, restore }: Pick<FlowContext, "read" | "restore">,
  deps: Pick<ExposedDeps, "profile" | "repository">,
): Promise<ExposureRecord | undefined> {
  return read("record before", () => Promise.resolve(readRecord(placeOf(deps), restore)));
}

/** What was done for an unknown incident must not count for this one. */
function damaged(deps: Pick<ExposedDeps, "profile" | "repository">): InvalidInput {
  return new InvalidInput("What the journal kept of the incident cannot be read any more.", [
    {
      say: "Keep it as evidence, and open another incident",
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
    title: "Which credential may have leaked?",
    why: "What leaked is ended at the forge and searched for. Whatever may have leaked counts as leaked.",
    minimum: 1,
    // Where nobody knows what is stored, anything may have leaked; Enter is an answer then, too.
    initial: known.length > 0 ? known : storedCredentials,
    options: storedCredentials.map((value) => ({
      value,
      label:
        value === "pat" ? "The fine-grained PAT" : `The key of the ${titleOfCredential(value)}`,
      hint: describeStored(storedAt[value]),
    })),
  });
}

function describeStored(storedAt: string | null | undefined): string {
  if (storedAt === null) return "not stored in the control repository";
  return storedAt === undefined
    ? "not known whether it is stored"
    : `stored on ${storedAt.slice(0, 10)}`;
}

/** All packages, unless the person knows better. */
async function choosePackages(
  { ask }: Pick<FlowContext, "ask">,
  { packages }: Pick<Settings, "packages">,
): Promise<string[]> {
  if (packages.length < 2) return packages.map(({ name }) => name);
  return ask.chooseMany({
    id: "packages",
    name: "Packages",
    title: "Which packages are affected?",
    why: "Their kill switches are set to false, so that no new run uses the credential.",
    initial: packages.map(({ name }) => name),
    options: packages.map(({ name, killSwitch }) => ({
      value: name,
      label: name,
      hint: `kill switch ${killSwitch}`,
    })),
  });
}

/**
 * Opens the incident, or finds the one that is open: that one stays as it was opened. As long as nothing was done about
 * it, Back leads to what it is about.
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
