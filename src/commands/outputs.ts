import { defineCommand, type Option } from "../cli/command.ts";
import { json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse outputs judge --proposals proposals.jsonl --verdict verdict.json
  $ gatehouse outputs apply --proposals proposals.jsonl --max issue=2 --max comment=5

An agent writes a line of JSON for each thing that it wants to be done:

  {"type":"issue","title":"…","body":"…","labels":["…"]}
  {"type":"comment","number":12,"body":"…"}
  {"type":"pull-request","title":"…","body":"…","branch":"agent/…",
   "files":[{"path":"a/b.txt","content":"…"},{"path":"c.txt","delete":true}]}
  {"type":"dispatch","workflow":"name.yml","inputs":{"name":"…"}}`;

const validateExamples = `
Examples:
  $ gatehouse outputs judge --proposals proposals.jsonl --verdict verdict.json
  $ gatehouse outputs judge --proposals proposals.jsonl --verdict verdict.json --reviewed issue,comment --max issue=2
  $ gatehouse outputs judge --proposals proposals.jsonl --verdict verdict.json --json

The verdict is {"safe": true or false, "reasons": ["…"]}. Whatever else is
there, or nothing, is not safe; and so is a file of proposals with any fault.
A dispatch of a workflow that is not a listed worker is a fault. Workers are
those of --worker, or else of the settings in the current directory.
For the pipeline service it sets SafeToProcess and HasReviewedProposals, true or
false, and for safe ones ProposalsSha256, which apply takes as --sha256.

Ends with 0 once it has judged, whatever came of it, and with 2 for wrong
options.`;

const applyExamples = `
Examples:
  $ gatehouse outputs apply --proposals proposals.jsonl --max issue=2 --max comment=5
  $ gatehouse outputs apply --proposals proposals.jsonl --max pull-request=1 --json
  $ gatehouse outputs apply --proposals proposals.jsonl --max dispatch=1 --worker worker.yml --soft

Writes to the run's own repository, with the first that is there: the write App
(CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY), of which it mints a
token for each handler and ends it; CP_FORGE_TOKEN. One that the forge refuses
is an error. What was done is noted beside the file, and not done again.
A dispatch starts a listed worker only: one of --worker, or else of the settings
in the current directory.

Ends with 0 when all that is within --max was carried out, with 5 when some of
it was not (0 with --soft) or there is no credential, with 3 when the forge
refuses the credential, with 4 when it cannot be reached, with 2 for faulty
proposals.`;

const worker = {
  value: "file",
  many: "each",
  summary: "workflow file that may be dispatched; repeat for more",
} as const satisfies Option;

export const outputs = defineCommand({
  notes: examples,
});

export const judge = defineCommand({
  description: "Judges an agent's proposals by the verdict on them, and by their form.",
  options: {
    proposals: {
      value: "file",
      isRequired: true,
      summary: "what the agent wrote: a JSON object a line",
    },
    verdict: {
      value: "file",
      isRequired: true,
      summary: "what the engine's second run says of it",
    },
    reviewed: {
      value: "handlers",
      summary: "handlers whose proposals wait for a person: issue,comment",
    },
    max: {
      value: "handler=number",
      many: "each",
      summary: "how many are carried out at most; again for more",
    },
    worker,
    json,
  },
  notes: validateExamples,
  async run(options) {
    const { runValidate } = await import("./run-outputs.ts");
    runValidate(options);
  },
});

export const apply = defineCommand({
  description: "Carries out an agent's proposals, in the order of its file.",
  options: {
    proposals: {
      value: "file",
      isRequired: true,
      summary: "what the agent wrote: a JSON object a line",
    },
    max: {
      value: "handler=number",
      isRequired: true,
      many: "each",
      summary: "how many at most; again for more handlers",
    },
    worker,
    sha256: { value: "digits", summary: "of the file that was judged: another one is refused" },
    apiUrl: {
      value: "url",
      summary: "the forge's API (default: FORGE_API_URL, or the public forge)",
    },
    soft: { summary: "end with 0 when a proposal was not carried out" },
    json,
  },
  notes: applyExamples,
  async run(options) {
    const { runApply } = await import("./run-outputs.ts");
    await runApply(options);
  },
});
