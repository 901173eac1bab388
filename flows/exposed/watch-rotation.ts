import { commandLine, rotateOptions } from "../../src/plane/repository/command-line.ts";
import { secretNameOf, titleOfCredential } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { UserError } from "../../src/shared/errors.ts";
import { isDue, noteStep } from "./record-step.ts";
import type { IncidentResponse, Outcome, Recording, Using } from "./record-step.ts";

type Looking = Using<never, "storedAt"> & Pick<IncidentResponse, "incident" | "situation">;
type Watching = Looking & Using<"ask", "profile" | "repository" | "pause" | "pollMilliseconds">;

/** Shows the rotation command, and detects the replacement by the secret's date. */
export async function watchRotation(
  response: Recording & Watching,
  credential: StoredCredential,
): Promise<void> {
  const step = `rotated ${credential}` as const;
  if (!(await isDue(response, step))) return;
  const { context } = response;
  const isDone = await context.read(`stored again ${credential}`, () =>
    isStoredAgain(response, credential),
  );
  const way = isDone ? "seen" : await chooseWay(response, credential);
  const outcome =
    way === "wait" ? await waitForRotation(response, credential) : describeWay(credential, way);
  await noteStep(response, step, outcome);
}

function describeWay(credential: StoredCredential, way: "seen" | "reported" | "later"): Outcome {
  if (way !== "reported") return describeRotation(credential, way === "seen");
  const statement = `The operator reported that ${secretNameOf(credential)} was replaced.`;
  return { result: "reported", statement, evidence: [] };
}

/** Returns the rotation command, ready to paste. */
function rotationCommand(
  { deps }: Using<never, "profile" | "repository">,
  credential: StoredCredential,
): string {
  return commandLine("rotate", deps, rotateOptions(credential));
}

function nameInTitle(credential: StoredCredential): string {
  const title = titleOfCredential(credential);
  return credential === "pat" ? title : `${title} key`;
}

function chooseWay(response: Using<"ask", "profile" | "repository">, credential: StoredCredential) {
  return response.context.ask.choose<"wait" | "reported" | "later">({
    id: `${credential}-rotation`,
    title: `Was the ${nameInTitle(credential)} rotated?`,
    body: [
      "Rotate it in another terminal:",
      `  ${rotationCommand(response, credential)}`,
      `gatehouse detects when ${secretNameOf(credential)} is stored again.`,
    ],
    options: [
      { value: "wait", label: "Rotate it now", hint: "gatehouse waits for the new value" },
      {
        value: "reported",
        label: "It was already rotated",
        hint: "recorded as reported by you, not verified",
      },
      {
        value: "later",
        label: "Later",
        hint: "the incident stays open, agents stay stopped",
      },
    ],
    why: "A leaked credential must be replaced before the review packages run again. A credential that was stored before this incident was opened may be the leaked one.",
  });
}

async function isStoredAgain(response: Looking, credential: StoredCredential): Promise<boolean> {
  const before = response.incident.storedAt[credential];
  try {
    const now = await response.deps.storedAt(credential, response.situation.settings);
    return before !== undefined && now !== null && now !== before;
  } catch (error) {
    // If the date cannot be read, it is unknown whether the credential was replaced, so the
    // rotation does not count as done.
    if (error instanceof UserError) return false;
    throw error;
  }
}

function waitForRotation(response: Watching, credential: StoredCredential): Promise<Outcome> {
  let isOver = false;
  const later = () => {
    isOver = true;
    return undefined;
  };
  return response.context.ask.progress(
    {
      id: `${credential}-rotating`,
      title: `Rotate the ${nameInTitle(credential)}`,
      body: ["In another terminal:", `  ${rotationCommand(response, credential)}`],
      canLeave: true,
      actions: [{ id: "later", key: "n", label: "leave the incident open", run: later }],
    },
    async (report, signal) => {
      report({ line: `waiting until ${secretNameOf(credential)} is stored again` });
      for (;;) {
        if (await isStoredAgain(response, credential)) return describeRotation(credential, true);
        if (isOver) return describeRotation(credential, false);
        await response.deps.pause(response.deps.pollMilliseconds, signal);
      }
    },
  );
}

function describeRotation(credential: StoredCredential, isDone: boolean): Outcome {
  const name = secretNameOf(credential);
  return isDone
    ? {
        result: "done",
        statement: `${name} was replaced after the incident was opened.`,
        evidence: [`storage date of ${name} changed`],
      }
    : { result: "failed", statement: `${name} has not been replaced yet.`, evidence: [] };
}
