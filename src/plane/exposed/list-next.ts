import { storedCredentials } from "../../credentials/credential.ts";
import { rotateOptions } from "../repository/command-line.ts";
import type { SayCommand } from "../repository/command-line.ts";
import type { ExposureRecord } from "./exposure.ts";

/** One next step, as a command to paste. */
export interface NextStep {
  readonly say: string;
  readonly command: string;
}

/** Lists the required and recommended steps after this run. */
export function listNext(
  { state, remaining, entries }: ExposureRecord,
  command: SayCommand,
): NextStep[] {
  const isUninstalled = entries.some(
    ({ step, result }) => step.startsWith("uninstalled ") && result === "done",
  );
  return [
    ...storedCredentials
      .filter((credential) => remaining.includes(`rotated ${credential}`))
      .map((credential) => ({
        say: "Rotate the credential",
        command: command("rotate", rotateOptions(credential)),
      })),
    ...(isUninstalled ? [{ say: "Install the App again", command: command("setup") }] : []),
    state === "open"
      ? { say: "Continue this incident", command: command("exposed") }
      : { say: "Verify before promotion to live mode", command: command("verify") },
  ];
}
