import { parseDay } from "../../src/plane/exposed/parse-day.ts";
import type { ExposureSearch } from "../../src/plane/exposed/search.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { count } from "../../src/shared/count.ts";
import { provideCredential } from "./provide-credential.ts";
import type { Material } from "./provide-credential.ts";
import { isDue, recordStep } from "./record-step.ts";
import type { IncidentResponse, Outcome, Recording, Using } from "./record-step.ts";

export type Materials = ReadonlyMap<StoredCredential, Material | undefined>;

type Gathering = Using<"ask" | "vault" | "discardAnswer", "readKeyFile"> &
  Pick<IncidentResponse, "scope">;
type Searching = Recording &
  Gathering &
  Using<never, "options" | "search"> &
  Pick<IncidentResponse, "incident" | "situation">;

const hour = 60 * 60_000;
/** Time from the proposed start date of a search to the opening of the incident, in ms. */
const longest = 90 * 24 * hour;
const periods = { "1d": 24 * hour, "7d": 7 * 24 * hour, "30d": 30 * 24 * hour } as const;

/**
 * Searches run logs and safe outputs for the credential, if it is available, and for known
 * credential patterns.
 */
export async function searchForIt(response: Searching, provided: Materials): Promise<void> {
  if (!(await isDue(response, "search"))) return;
  const secrets = await gatherSecrets(response, provided);
  const since = response.deps.options.since ?? (await chooseSince(response));
  await recordStep(response, { step: "search" }, () =>
    response.context.ask.progress(
      {
        id: "search",
        title: "Searching run logs and safe outputs",
        body: [describeSubject(secrets)],
        canLeave: true,
      },
      async (report, signal) =>
        describeSearch(
          await response.deps.search({
            secrets,
            since,
            outputs: listOutputs(response),
            signal,
            report: (line) => report({ line }),
          }),
        ),
    ),
  );
}

/**
 * Collects the credentials to search for. Asks for a credential that an earlier run revoked,
 * because this run has not asked for it yet.
 */
async function gatherSecrets(response: Gathering, provided: Materials): Promise<Secret[]> {
  const secrets: Secret[] = [];
  for (const credential of response.scope.credentials) {
    const material = provided.has(credential)
      ? provided.get(credential)
      : await provideCredential(response, credential);
    if (material) secrets.push(material.secret);
  }
  return secrets;
}

async function chooseSince({
  context,
  incident,
}: Using<"ask"> & Pick<IncidentResponse, "incident">): Promise<Date> {
  const choice = await context.ask.choose<keyof typeof periods | "other">({
    id: "since",
    name: "Exposed since",
    title: "When might the exposure have started?",
    body: ["gatehouse searches run logs, issues, comments and pull requests from that time on."],
    options: [
      { value: "1d", label: "The last 24 hours" },
      { value: "7d", label: "The last 7 days" },
      { value: "30d", label: "The last 30 days" },
      { value: "other", label: "Since a specific date" },
    ],
    initial: "7d",
  });
  if (choice !== "other") return new Date(Date.parse(incident.openedAt) - periods[choice]);
  const day = await context.ask.text({
    id: "since-day",
    title: "Since which date (UTC)?",
    initial: new Date(Date.parse(incident.openedAt) - longest).toISOString().slice(0, 10),
    check: (text) =>
      parseDay(text) ? undefined : "Enter a date such as 2026-11-21 (year, month, day).",
  });
  return parseDay(day) ?? new Date(incident.openedAt);
}

function listOutputs({
  deps,
  situation,
}: Using<never, "repository"> & Pick<IncidentResponse, "situation">) {
  const alternate = situation.settings?.alternateRepository;
  const other = alternate === undefined ? undefined : parseRepositoryName(alternate);
  return other ? [deps.repository, other] : [deps.repository];
}

function describeSubject(secrets: readonly Secret[]): string {
  return secrets.length > 0
    ? "The credential, in plain text or encoded, and anything that looks like one."
    : "Anything that looks like a key or a token.";
}

function describeSearch(search: ExposureSearch): Outcome {
  const { findings, notSearched, searched } = search;
  const locations = `${count(searched.logs, "log")} and ${count(searched.outputs, "output")}`;
  const found = findings.length === 0 ? "Nothing found" : count(findings.length, "finding");
  const rest = notSearched.length === 0 ? "" : `; ${notSearched.length} could not be searched`;
  return {
    result: notSearched.length === 0 ? "done" : "partial",
    statement: `${found} in ${locations}${rest}.`,
    evidence: [],
    search,
  };
}
