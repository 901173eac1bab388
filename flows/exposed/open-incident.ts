import type { FlowContext } from "../../src/asking/flow-context.ts";
import { storedCredentials, titleOfCredential } from "../../src/credentials/credential.ts";
import type { Incident } from "../../src/control/exposure/exposure.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { incidentStep, isReadable } from "../../src/control/exposure/journal-steps.ts";
import { readRecord } from "../../src/control/exposure/read-record.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import type { Situation } from "../../src/control/exposure/situation.ts";
import { findSwitches } from "../../src/control/exposure/switches.ts";
import { commandLine } from "../../src/control/command-line.ts";
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
  context: Pick<FlowContext, "ask" | "recall">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "options">,
  situation: Pick<Situation, "settings" | "storedAt">,
): Promise<IncidentScope> {
  const { options } = deps;
  const known = readRecord(placeOf(deps), context.recall);
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
  return ask.chooseMany<StoredCredential>({
    id: "credentials",
    title: "Which credential may have leaked?",
    why: "What leaked is ended at the forge and searched for. Whatever may have leaked counts as leaked.",
    minimum: 1,
    initial: storedCredentials.filter((credential) => typeof storedAt[credential] === "string"),
    options: storedCredentials.map((value) => ({
      value,
      label:
        value === "pat" ? "The fine-grained PAT" : `The key of the ${titleOfCredential(value)}`,
      hint: sayStored(storedAt[value]),
    })),
  });
}

function sayStored(storedAt: string | null | undefined): string {
  if (storedAt === null) return "Not stored in the control repository.";
  return storedAt === undefined ? "Not known whether it is stored." : `Stored ${storedAt}.`;
}

/** All packages, unless the person knows better. */
async function choosePackages(
  { ask }: Pick<FlowContext, "ask">,
  { packages }: Pick<Settings, "packages">,
): Promise<string[]> {
  if (packages.length < 2) return packages.map(({ name }) => name);
  return ask.chooseMany({
    id: "packages",
    title: "Which packages are affected?",
    why: "Their kill switches are set to false, so that no new run uses the credential.",
    initial: packages.map(({ name }) => name),
    options: packages.map(({ name, killSwitch }) => ({
      value: name,
      label: name,
      hint: `Kill switch ${killSwitch}`,
    })),
  });
}

/** Opens the incident, or finds the one that is open: that one stays as it was opened. */
export async function openIncident(
  { recall, remember }: Pick<FlowContext, "recall" | "remember">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "now">,
  { situation, scope }: { situation: Situation; scope: IncidentScope },
): Promise<Incident> {
  const key = incidentStep(placeOf(deps));
  return (
    recall(key) ??
    remember(key, {
      openedAt: deps.now().toISOString(),
      openedBy: situation.who,
      credentials: scope.credentials,
      packages: scope.packages,
      storedAt: situation.storedAt,
      switches: readSwitches(situation, scope),
    })
  );
}

function readSwitches({ variables }: Situation, { switches }: IncidentScope) {
  const known = switches.map((name) => [name, variables?.get(name) ?? null] as const);
  return variables ? Object.fromEntries(known) : {};
}
