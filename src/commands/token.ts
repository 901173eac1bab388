import { defineCommand } from "../cli/command.ts";

const examples = `
Examples:
  $ gatehouse token --for issue
  $ gatehouse token --for pull-request --repository acme/api --repository acme/web
  $ gatehouse token --for dispatch --ignore-if-missing --json
  $ gatehouse token revoke                         in a step with if: always()

It runs in a step of a workflow: CP_FORGE_WRITE_APP_ID and
CP_FORGE_WRITE_APP_PRIVATE_KEY come by "env", and what it mints is hidden in the
log and becomes the step's output "token", beside "token-expires". It is never
printed.

  issue         Issues: write
  comment       Issues: write, Pull requests: write
  pull-request  Contents: write, Pull requests: write
  dispatch      Actions: write; only if the settings name a worker

A dispatch token can start any workflow of its repository: never pass it to an
agent.`;

const revokeExamples = `
Examples:
  $ gatehouse token revoke                         in a step with if: always()

Ends CP_FORGE_READ_APP_TOKEN and CP_FORGE_WRITE_APP_TOKEN of the step's
environment, as far as they are there. One that is over already is fine; one
that could not be ended is said, with 3 or 4.`;

export const token = defineCommand({
  options: {
    for: {
      value: "handler",
      offers: ["issue", "comment", "pull-request", "dispatch"],
      summary: "issue, comment, pull-request or dispatch",
    },
    repository: {
      value: "owner/repo",
      many: "each",
      summary: "repository that it may write to; again for more (default: the run's own)",
    },
    ignoreIfMissing: { summary: "without the App's pair, say so and end with 0" },
    json: { summary: "print what was minted as one JSON document, without the token" },
  },
  notes: examples,
  async run(options) {
    const { runToken } = await import("./run-token.ts");
    await runToken(options);
  },
});

export const revoke = defineCommand({
  description: "Ends the minted tokens of the step's environment.",
  options: { json: { summary: "print what became of each as one JSON document" } },
  notes: revokeExamples,
  async run(options) {
    const { runRevoke } = await import("./run-token.ts");
    await runRevoke(options);
  },
});
