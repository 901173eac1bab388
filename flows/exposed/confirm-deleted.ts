import { titleOfCredential } from "../../src/credentials/credential.ts";
import { tryKey } from "../../src/credentials/revoke-token.ts";
import type { Liveness } from "../../src/credentials/revoke-token.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import { askToEnd } from "../shared/ask-to-end.ts";
import { TimedOut } from "../shared/deadline.ts";
import { checkInBrowser } from "../shared/wait-in-browser.ts";
import { openStep } from "../shared/browser-visit.ts";
import type { Waiting } from "../shared/browser-visit.ts";
import { formatTime } from "../../src/shared/format-time.ts";
import type { ExposedKey } from "./exposed-key.ts";
import { noteStep, recordStep } from "./record-step.ts";
import type { Outcome, Recording, Using } from "./record-step.ts";

/** A person has so long to delete the key before the wait ends by itself. */
const patienceMinutes = 30;
const tokenLifetimeMilliseconds = 60 * 60_000;

type Watching = Using<"ask", "openLink" | "now" | "pause">;

/** Opens the page where a person deletes the key, and proves the deletion as far as it can be. */
export async function confirmDeleted(
  response: Recording & Watching,
  key: ExposedKey,
): Promise<void> {
  const { context, deps } = response;
  const { credential, link, way } = key;
  const step = `ended ${credential}` as const;
  const { client } = key;
  const isWatched = client && key.isAlive;
  if (isWatched && !(await isToEnd(response, key))) {
    await noteStep(response, step, kept(link));
    return;
  }
  await context.read(`opened ${link} ${way}`, () => deps.openLink(link));
  if (isWatched) {
    await recordStep(response, { step, way }, () => watchDeletion(response, key, client));
    return;
  }
  const isDeleted = await context.ask.confirm({
    id: `${credential}-deleted`,
    title: `Is the ${titleOfCredential(credential)}'s exposed key deleted?`,
    weight: "cannot be undone",
    facts: endingFacts(key),
    body: [
      ...(client ? [describeTrial(key)] : []),
      "On the App's page:",
      link,
      ...instructions(key).map((step, index) => `${index + 1}. ${step}`),
      ...suspension(key),
    ],
    yes: "Yes, it is deleted",
    no: "Not yet",
  });
  await noteStep(
    response,
    step,
    isDeleted
      ? {
          result: "told",
          said: `The operator says that the key is deleted. ${describeTokens(response, key)}`,
          evidence: [
            link,
            ...(key.isRefused ? ["GET /app with the key that was brought: 401"] : []),
          ],
        }
      : kept(link),
  );
}

function kept(link: string): Outcome {
  return { result: "failed", said: "The key is not deleted yet.", evidence: [link] };
}

/** A key that works ends when its first letters are typed: another one of the App may be the only one that is left. */
function isToEnd({ context }: Using<"ask">, key: ExposedKey): Promise<boolean> {
  const { credential, fingerprint = "" } = key;
  return askToEnd(context, {
    id: `${credential}-end-key`,
    title: `End the exposed key of the ${titleOfCredential(credential)}`,
    fingerprint,
    ends: "the exposed key",
    stays: staying,
    breaks: breaking(key),
  });
}

const staying = "the App's other keys; generate one first, if this is the only one";

function breaking({ isUninstalled }: ExposedKey): string {
  const runs = "every run that uses this key, until it is rotated";
  return isUninstalled ? runs : `${runs}; tokens made with it live for up to 1 hour`;
}

function endingFacts(key: ExposedKey): Fact[] {
  return [
    { name: "Ends", text: key.fingerprint ?? "the exposed key" },
    { name: "Stays", text: staying },
    { name: "Breaks", text: breaking(key) },
  ];
}

function describeTrial({ isRefused }: ExposedKey): string {
  return isRefused
    ? "The forge refuses the key that you brought, but was not seen to take it."
    : "Whether the forge takes the key that you brought could not be seen.";
}

/** What is done on the App's page, in order. */
function instructions({ fingerprint }: ExposedKey): string[] {
  return [
    "Generate a new key first, if this is the only one. Keep its file.",
    fingerprint === undefined
      ? "Press [ Delete ] beside the exposed key."
      : `Press [ Delete ] beside ${fingerprint}.`,
  ];
}

/** The link has a line of its own, as every link that a screen opens and copies. */
function suspension({ suspendLink, isUninstalled }: ExposedKey): string[] {
  return suspendLink === undefined || isUninstalled
    ? []
    : ["Its tokens end at once where an owner suspends it:", suspendLink];
}

async function watchDeletion(
  response: Watching,
  key: ExposedKey,
  client: Pick<AppClient, "app">,
): Promise<Outcome> {
  let isOver = false;
  const later = ({ checkAgain }: Waiting) => {
    isOver = true;
    checkAgain();
    return undefined;
  };
  let liveness: Liveness = "unknown";
  await checkInBrowser(response.context, response.deps, {
    id: `${key.credential}-deletion`,
    title: `Delete the exposed key of the ${titleOfCredential(key.credential)}`,
    body: suspension(key),
    steps: [openStep, ...instructions(key), "This goes on by itself when the forge refuses it."],
    what: "The deletion of the exposed key",
    line: "not refused yet",
    next: "its deletion recorded, as proved",
    link: key.link,
    isOpen: true,
    canLeave: true,
    minutes: patienceMinutes,
    actions: (waiting) => [{ id: "later", key: "n", label: "not now", run: () => later(waiting) }],
    look: async (say) => {
      const before = liveness;
      ({ liveness } = await tryKey(client));
      if (liveness === "works" && before !== "works") say({ seen: "the forge takes the key" });
      if (liveness === "refused") say({ seen: "the forge refuses the key" });
      if (liveness === "refused" || isOver) return true;
      const found = liveness === "works" ? "the forge still takes it" : "no answer";
      say({ line: `${found}; asked at ${formatTime(response.deps.now())}` });
      return undefined;
    },
  }).catch(unlessTimedOut);
  return describeDeletion(response, key, liveness);
}

/** Nobody deleted it in time: it is still to be done. */
function unlessTimedOut(error: unknown): void {
  if (!(error instanceof TimedOut)) throw error;
}

function describeDeletion(
  response: Using<never, "now">,
  key: ExposedKey,
  liveness: Liveness,
): Outcome {
  const { fingerprint = "", link } = key;
  if (liveness !== "refused") {
    const said =
      liveness === "works"
        ? "The exposed key is not deleted yet: the forge still takes it."
        : "Whether the exposed key is deleted could not be seen.";
    return { result: "failed", said, evidence: [fingerprint, link] };
  }
  return {
    result: "done",
    said: `The exposed key is deleted: the forge refuses it. ${describeTokens(response, key)}`,
    evidence: ["GET /app with the key: 200 before, 401 now", fingerprint, link],
  };
}

/** A deleted key makes no more tokens; those that it made live on. */
function describeTokens({ deps }: Using<never, "now">, { isUninstalled }: ExposedKey): string {
  if (isUninstalled) return "Its tokens ended with the installation.";
  const end = new Date(deps.now().getTime() + tokenLifetimeMilliseconds);
  return `Tokens that were made with it end by ${end.toISOString()}.`;
}
