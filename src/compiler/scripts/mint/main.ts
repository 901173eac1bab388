import { createCaller } from "../forge-call/create-caller.ts";
import { issueLine, printLine, secretVariableLine } from "../forge-call/print-lines.ts";
import { sentenceOf } from "../forge-call/problem.ts";
import { silenceDebugging } from "../forge-call/silence-debugging.ts";
import { createAppCaller } from "./create-app-caller.ts";
import { describeToken } from "./describe-token.ts";
import { mintToken } from "./mint-token.ts";
import { readArguments } from "./read-arguments.ts";
import { readKey } from "./read-key.ts";

async function mint(): Promise<void> {
  const request = readArguments(process.argv.slice(2));
  const key = readKey(process.env["APP_KEY"] ?? "", request.keyVariable);
  const callForge = createCaller({ api: request.api, env: process.env });
  const app = createAppCaller(callForge, { appId: request.appId, key });
  const { token, fields } = await mintToken(request, app);
  // This must be the first output: from this line on, Azure Pipelines masks the token.
  printLine(secretVariableLine(request.outputVariable, token));
  const lines = describeToken(fields, request, { ahead: app.clockDifference() });
  for (const line of lines) printLine(line.replaceAll(token, "[token]"));
}

silenceDebugging();
// If the program stops before it has a token, it must fail.
process.exitCode = 1;
mint().then(
  () => {
    process.exitCode = 0;
  },
  (failure: unknown) => printLine(issueLine("error", sentenceOf(failure))),
);
