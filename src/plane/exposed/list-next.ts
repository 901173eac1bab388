import { storedCredentials } from "../../credentials/credential.ts";
import { rotateOptions } from "../repository/command-line.ts";
import type { CommandFormatter } from "../repository/command-line.ts";
import type { ExposureRecord } from "./exposure.ts";

/** A next step, and its command in a form that can be pasted into a shell. */
export interface NextStep {
  readonly text: string;
  readonly command: string;
}

/** Lists the steps that are required or recommended after this run. */
export function listNext(
  { state, remaining, entries }: ExposureRecord,
  command: CommandFormatter,
): NextStep[] {
  const isUninstalled = entries.some(
    ({ step, result }) => step.startsWith("uninstalled ") && result === "done",
  );
  return [
    ...storedCredentials
      .filter((credential) => remaining.includes(`rotated ${credential}`))
      .map((credential) => ({
        text: "Rotate the credential",
        command: command("rotate", rotateOptions(credential)),
      })),
    ...(isUninstalled ? [{ text: "Install the App again", command: command("setup") }] : []),
    state === "open"
      ? { text: "Continue this incident", command: command("exposed") }
      : { text: "Verify before promotion to live mode", command: command("verify") },
  ];
}
