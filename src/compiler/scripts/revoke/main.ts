import { createCaller } from "../forge-call/create-caller.ts";
import { issueLine, printLine, secretVariableLine } from "../forge-call/print-lines.ts";
import { sentenceOf } from "../forge-call/problem.ts";
import { silenceDebugging } from "../forge-call/silence-debugging.ts";
import { readArguments } from "./read-arguments.ts";
import { revokeToken } from "./revoke-token.ts";

async function revoke(): Promise<void> {
  const { api, clear } = readArguments(process.argv.slice(2));
  const callForge = createCaller({ api, env: process.env });
  const token = process.env["APP_TOKEN"] ?? "";
  await revokeToken(token, { api, callForge }).then(printLine, warn);
  if (clear !== undefined) printLine(secretVariableLine(clear, ""));
}

/**
 * Reports a warning. A token that was not revoked does not fail the build, because it expires
 * within the hour.
 */
function warn(failure: unknown): void {
  const sentence = `The token was not revoked and stays valid until it expires: ${sentenceOf(failure)}`;
  printLine(issueLine("warning", sentence));
}

silenceDebugging();
revoke().catch(warn);
