import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";
import { exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printSchema } from "./outcomes/print-schema.ts";

const examples = `
Runs in a workflow step, with the control repository checked out. It reads
the targets that control-plane.json lists, with the first credential in the
step's environment: CP_FORGE_READ_APP_TOKEN, or CP_FORGE_READ_APP_ID and
CP_FORGE_READ_APP_PRIVATE_KEY; then CP_FORGE_TOKEN; then FORGE_TOKEN.

Examples:
  $ gatehouse precompute
  $ gatehouse precompute -o targets.json --cache .cache/precompute --json
  $ gatehouse precompute schema > precompute.schema.json

Exit codes:
  0  success; incomplete targets are listed
  2  the settings, the output file or the cache directory is invalid
  3  GitHub rejected the credential
  5  nothing could be read or no credential was found; see the output file`;

export const precompute = defineCommand({
  options: {
    output: {
      short: "o",
      value: "file",
      summary: "output file for the target data",
      default: "control-precompute.json",
    },
    cache: {
      value: "folder",
      summary: "cache directory: reuse data for a minute, then read only changes",
    },
    json,
  },
  notes: examples,
  async run({ output, cache, json = false }) {
    const { precompute } = await import("../run/precompute/precompute.ts");
    const { requireOutput } = await import("../run/precompute/require-output.ts");
    const { writeDocument } = await import("../run/precompute/write-document.ts");
    const { createBoundSend } = await import("../forge/bound-send.ts");
    const { createSendOnce } = await import("../forge/send-once.ts");
    const { listenForStop } = await import("../shared/listen-for-stop.ts");
    const { stepVariable } = await import("../forge/run-step.ts");
    const { isKnown } = await import("../run/precompute/document.ts");
    const { printPrecompute, printNotKept } = await import("./outcomes/print-precompute.ts");
    const { openStatusLine } = await import("../terminal/status-line.ts");
    requireOutput(output);
    const env = ourEnvironment();
    const workspace = stepVariable(env, "WORKSPACE");
    const progress = openStatusLine();
    const found = await precompute({
      env,
      // If the step is stopped, its token is revoked.
      send: createBoundSend(createSendOnce(env), { signal: listenForStop() }),
      folders: [process.cwd(), ...(workspace === undefined ? [] : [workspace])],
      cache,
      now: new Date(),
      report: (what) => progress.report(`Reading ${what}`),
    }).finally(progress.end);
    await writeDocument(output, found.document);
    printPrecompute(found, { output, json });
    // The result is valid even if it could not be cached for the next run.
    await found.keep().catch(printNotKept);
    const { targets } = found.document;
    if (!targets.some(isKnown)) process.exitCode = exitCode.incomplete;
  },
});

export const schema = defineCommand({
  description: "Print the JSON Schema of the file that precompute writes.",
  async run() {
    const { default: schema } = await import("../run/precompute/control-precompute.schema.json", {
      with: { type: "json" },
    });
    printSchema("control-precompute", schema);
  },
});
