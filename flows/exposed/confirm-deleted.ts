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

/** Maximum wait for the deletion of the key, in minutes. */
const patienceMinutes = 30;
const tokenLifetimeMilliseconds = 60 * 60_000;

type Watching = Using<"ask", "openLink" | "now" | "pause">;

/** Opens the page on which the operator deletes the key, and verifies the deletion if possible. */
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
    title: `Was the ${titleOfCredential(credential)}'s exposed key deleted?`,
    weight: "cannot be undone",
    facts: endingFacts(key),
    body: [
      ...(client ? [describeTrial(key)] : []),
      "On the App's page:",
      link,
      ...instructions(key).map((step, index) => `${index + 1}. ${step}`),
      ...suspension(key),
    ],
    yes: "Yes, it was deleted",
    no: "Not yet",
  });
  await noteStep(
    response,
    step,
    isDeleted
      ? {
          result: "reported",
          statement: `The operator reported that the key is deleted. ${describeTokens(response, key)}`,
          evidence: [link, ...(key.isRefused ? ["GET /app with the provided key: 401"] : [])],
        }
      : kept(link),
  );
}

function kept(link: string): Outcome {
  return { result: "failed", statement: "The key is not deleted yet.", evidence: [link] };
}

/**
 * Asks before a working key is revoked. The operator types the first characters of the key's
 * fingerprint, because the wrong key could be the only one that the App has left.
 */
function isToEnd({ context }: Using<"ask">, key: ExposedKey): Promise<boolean> {
  const { credential, fingerprint = "" } = key;
  return askToEnd(context, {
    id: `${credential}-end-key`,
    title: `Revoke the ${titleOfCredential(credential)}'s exposed key`,
    fingerprint,
    ends: "the exposed key",
    stays: staying,
    breaks: breaking(key),
  });
}

const staying = "the App's other keys; if there are none, generate one first";

function breaking({ isUninstalled }: ExposedKey): string {
  const runs = "every run that uses this key, until the key is rotated";
  return isUninstalled ? runs : `${runs}; tokens created with it stay valid for up to 1 hour`;
}

function endingFacts(key: ExposedKey): Fact[] {
  return [
    { name: "Revokes", text: key.fingerprint ?? "the exposed key" },
    { name: "Keeps", text: staying },
    { name: "Breaks", text: breaking(key) },
  ];
}

function describeTrial({ isRefused }: ExposedKey): string {
  return isRefused
    ? "The key that you provided is rejected, but gatehouse has not seen it work before."
    : "Could not check whether the key that you provided still works.";
}

/** Returns the instructions for the App's page, in order. */
function instructions({ fingerprint }: ExposedKey): string[] {
  return [
    "If this is the only key, generate a new one first and keep its file.",
    fingerprint === undefined
      ? "Press [ Delete ] next to the exposed key."
      : `Press [ Delete ] next to ${fingerprint}.`,
  ];
}

/** Returns the link on its own line, so that the operator can open or copy it. */
function suspension({ suspendLink, isUninstalled }: ExposedKey): string[] {
  return suspendLink === undefined || isUninstalled
    ? []
    : ["An owner can suspend the App to invalidate its tokens immediately:", suspendLink];
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
    title: `Delete the ${titleOfCredential(key.credential)}'s exposed key`,
    body: suspension(key),
    steps: [
      openStep,
      ...instructions(key),
      "This continues automatically when the key is rejected.",
    ],
    what: "The deletion of the exposed key",
    line: "not rejected yet",
    next: "record the verified deletion",
    link: key.link,
    isOpen: true,
    canLeave: true,
    minutes: patienceMinutes,
    actions: (waiting) => [{ id: "later", key: "n", label: "not now", run: () => later(waiting) }],
    poll: async (report) => {
      const before = liveness;
      ({ liveness } = await tryKey(client));
      if (liveness === "works" && before !== "works") report({ seen: "the key still works" });
      if (liveness === "refused") report({ seen: "the key is rejected" });
      if (liveness === "refused" || isOver) return true;
      const found = liveness === "works" ? "the key still works" : "no response";
      report({ line: `${found}; checked at ${formatTime(response.deps.now())}` });
      return undefined;
    },
  }).catch(unlessTimedOut);
  return describeDeletion(response, key, liveness);
}

/** Ignores a timeout, because the deletion then remains an open step. */
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
    const statement =
      liveness === "works"
        ? "The exposed key is not deleted yet: it still works."
        : "Could not check whether the exposed key is deleted.";
    return { result: "failed", statement, evidence: [fingerprint, link] };
  }
  return {
    result: "done",
    statement: `The exposed key is deleted and no longer accepted. ${describeTokens(response, key)}`,
    evidence: ["GET /app with the key: 200 before, 401 now", fingerprint, link],
  };
}

/**
 * Describes how long the tokens of a deleted key stay valid. The key can no longer create tokens.
 */
function describeTokens({ deps }: Using<never, "now">, { isUninstalled }: ExposedKey): string {
  if (isUninstalled) return "Its tokens were revoked with the installation.";
  const end = new Date(deps.now().getTime() + tokenLifetimeMilliseconds);
  return `Tokens created with it expire by ${end.toISOString()}.`;
}
