import type { FlowContext } from "../../src/asking/flow-context.ts";
import {
  exposedCredentials,
  incidentStep,
  readRecord,
  titleOfCredential,
} from "../../src/control/exposure/exposure.ts";
import type { ExposedCredential, Incident } from "../../src/control/exposure/exposure.ts";
import type { Situation } from "../../src/control/exposure/situation.ts";
import { findSwitches } from "../../src/control/exposure/switches.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";

/** What the incident is about, and what is going to be stopped. */
export interface IncidentScope {
  readonly credentials: readonly ExposedCredential[];
  readonly packages: readonly string[];
  /** The variables of the kill switches. */
  readonly switches: readonly string[];
}

/** Takes the scope from the command line, from the incident that is open already, or asks for it. */
export async function chooseScope(
  context: FlowContext,
  deps: ExposedDeps,
  situation: Situation,
): Promise<IncidentScope> {
  const { options } = deps;
  const known = readRecord(placeOf(deps), context.recall);
  const credentials = [...new Set([...(known?.credentials ?? []), ...options.credentials])];
  const named = [...new Set([...(known?.incident.packages ?? []), ...options.packages])];
  const chosen = credentials.length > 0 ? credentials : await chooseCredentials(context, situation);
  const { settings } = situation;
  const packages =
    named.length > 0 || known || !settings ? named : await choosePackages(context, situation);
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

function chooseCredentials({ ask }: FlowContext, { storedAt }: Situation) {
  return ask.chooseMany<ExposedCredential>({
    id: "credentials",
    title: "Which credential may have leaked?",
    why: "What leaked is ended at the forge and searched for. Whatever may have leaked counts as leaked.",
    minimum: 1,
    initial: exposedCredentials.filter((credential) => typeof storedAt[credential] === "string"),
    options: exposedCredentials.map((value) => ({
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
async function choosePackages({ ask }: FlowContext, { settings }: Situation): Promise<string[]> {
  const packages = settings?.packages ?? [];
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

/** Opens the incident, or finds the one that is open. */
export function openIncident(
  { step }: FlowContext,
  deps: ExposedDeps,
  { situation, scope }: { situation: Situation; scope: IncidentScope },
): Promise<Incident> {
  return step(incidentStep(placeOf(deps)), () =>
    Promise.resolve({
      openedAt: deps.now().toISOString(),
      openedBy: situation.who,
      credentials: scope.credentials,
      packages: scope.packages,
      storedAt: situation.storedAt,
      switches: readSwitches(situation, scope),
    }),
  );
}

function readSwitches({ variables }: Situation, { switches }: IncidentScope) {
  const known = switches.map((name) => [name, variables?.get(name) ?? null] as const);
  return variables ? Object.fromEntries(known) : {};
}
