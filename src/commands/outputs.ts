import { defineCommand, type Option } from "../cli/command.ts";
import { json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse outputs check --proposals proposals.jsonl --verdict verdict.json
  $ gatehouse outputs apply --proposals proposals.jsonl --max issue=2 --max comment=5

An agent writes one line of JSON for each requested change:

  {"type":"issue","title":"…","body":"…","labels":["…"]}
  {"type":"comment","number":12,"body":"…"}
  {"type":"pull-request","title":"…","body":"…","branch":"agent/…",
   "files":[{"path":"a/b.txt","content":"…"},{"path":"c.txt","delete":true}]}
  {"type":"dispatch","workflow":"name.yml","inputs":{"name":"…"}}`;

const validateExamples = `
Examples:
  $ gatehouse outputs check --proposals proposals.jsonl --verdict verdict.json
  $ gatehouse outputs check --proposals proposals.jsonl --verdict verdict.json --reviewed issue,comment --max issue=2
  $ gatehouse outputs check --proposals proposals.jsonl --verdict verdict.json --json

The verdict is {"safe": true or false, "reasons": ["…"]}. If the verdict
is missing or has any other form, or if the proposals file is invalid, the
proposals are not safe. A dispatch must name a worker that is listed with
--worker or, without that option, in the settings in the current directory.

In Azure Pipelines, the command sets the variables SafeToProcess and
HasReviewedProposals to true or false. For safe proposals, it also sets
ProposalsSha256, the value for --sha256 of the apply command.

Exit codes:
  0  the proposals were checked, even if they are not safe
  2  an option is invalid`;

const applyExamples = `
Examples:
  $ gatehouse outputs apply --proposals proposals.jsonl --max issue=2 --max comment=5
  $ gatehouse outputs apply --proposals proposals.jsonl --max pull-request=1 --json
  $ gatehouse outputs apply --proposals proposals.jsonl --max dispatch=1 --worker worker.yml --soft

Writes to the run's own repository with the first available credential: the
write App (CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY), then
CP_FORGE_TOKEN. For the App, gatehouse mints a token for each handler and
revokes it afterwards. If GitHub rejects a credential, the command fails and
does not try the next one. Applied proposals are recorded in a file next to the
proposals and are not applied again. A dispatch can start only a worker that is
listed with --worker or, without that option, in the settings in the current
directory.

Exit codes:
  0  all proposals within --max were applied, or --soft is given
  2  the proposals are invalid
  3  GitHub rejected the credential
  4  GitHub cannot be reached
  5  a proposal was not applied, or a credential is missing`;

const worker = {
  value: "file",
  many: "each",
  summary: "workflow file that can be dispatched (repeatable)",
} as const satisfies Option;

export const outputs = defineCommand({
  notes: examples,
});

export const validateCommand = defineCommand({
  description: "Check an agent's proposals: their verdict and their format.",
  options: {
    proposals: {
      value: "file",
      isRequired: true,
      summary: "the agent's proposals file: one JSON object per line",
    },
    verdict: {
      value: "file",
      isRequired: true,
      summary: "verdict file from the engine's second run",
    },
    reviewed: {
      value: "handlers",
      summary: "handlers whose proposals a person reviews, such as issue,comment",
    },
    max: {
      value: "handler=number",
      many: "each",
      summary: "maximum number of proposals for a handler (repeatable)",
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
  description: "Apply an agent's proposals in the order of the file.",
  options: {
    proposals: {
      value: "file",
      isRequired: true,
      summary: "the agent's proposals file: one JSON object per line",
    },
    max: {
      value: "handler=number",
      isRequired: true,
      many: "each",
      summary: "maximum number of proposals for a handler (repeatable)",
    },
    worker,
    sha256: { value: "digits", summary: "SHA-256 of the checked file; fail if it differs" },
    apiUrl: {
      value: "url",
      summary: "GitHub API URL (default: FORGE_API_URL, or the public API)",
    },
    soft: { summary: "exit 0 even if a proposal was not applied" },
    json,
  },
  notes: applyExamples,
  async run(options) {
    const { runApply } = await import("./run-outputs.ts");
    await runApply(options);
  },
});
