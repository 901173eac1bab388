import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";
import { exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printSchema } from "./outcomes/print-schema.ts";

const examples = `
Runs in a step of a workflow, where the control repository is checked out. It
reads the targets of control-plane.json with the first credential that is in
the step's environment: CP_FORGE_READ_APP_TOKEN, or CP_FORGE_READ_APP_ID and
CP_FORGE_READ_APP_PRIVATE_KEY; then CP_FORGE_TOKEN; then FORGE_TOKEN.

Examples:
  $ gatehouse precompute
  $ gatehouse precompute -o targets.json --cache .cache/precompute --json
  $ gatehouse precompute schema > precompute.schema.json

Ends with 0 and names what is incomplete; with 5 when nothing could be read, or
there is no credential: the file says why; with 3 when the forge refuses the
credential; with 2 when settings, the file or the folder will not do.`;

export const precompute = defineCommand({
  options: {
    output: {
      short: "o",
      value: "file",
      summary: "where to write what is known",
      default: "control-precompute.json",
    },
    cache: {
      value: "folder",
      summary: "keep answers there: for a minute, and to ask for changes only",
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
      // Who stops the step ends its token, too.
      send: createBoundSend(createSendOnce(env), { signal: listenForStop() }),
      folders: [process.cwd(), ...(workspace === undefined ? [] : [workspace])],
      cache,
      now: new Date(),
      say: (what) => progress.say(`Reading ${what}`),
    }).finally(progress.end);
    await writeDocument(output, found.document);
    printPrecompute(found, { output, json });
    // What was read counts, whether or not the next run may have it too.
    await found.keep().catch(printNotKept);
    const { targets } = found.document;
    if (!targets.some(isKnown)) process.exitCode = exitCode.incomplete;
  },
});

export const schema = defineCommand({
  description: "Prints the JSON Schema of the file that precompute writes.",
  async run() {
    const { default: schema } = await import("../run/precompute/control-precompute.schema.json", {
      with: { type: "json" },
    });
    printSchema("control-precompute", schema);
  },
});
