import { defineCommand } from "../cli/command.ts";

const examples = `
Examples:
  $ gatehouse token --for issue
  $ gatehouse token --for pull-request --repository acme/api --repository acme/web
  $ gatehouse token --for dispatch --ignore-if-missing --json
  $ gatehouse token revoke                         in a step with if: always()

Runs in a workflow step. Set CP_FORGE_WRITE_APP_ID and
CP_FORGE_WRITE_APP_PRIVATE_KEY with "env". The token is masked in the log and
never printed. The step outputs "token" and "token-expires" contain the token
and its expiry time.

Each handler's token has these permissions:

  issue         Issues: write
  comment       Issues: write, Pull requests: write
  pull-request  Contents: write, Pull requests: write
  dispatch      Actions: write; only if the settings name a worker

A dispatch token can start any workflow of its repository: never pass it to an
agent.`;

const revokeExamples = `
Examples:
  $ gatehouse token revoke                         in a step with if: always()

Revokes CP_FORGE_READ_APP_TOKEN and CP_FORGE_WRITE_APP_TOKEN if they are in the
step's environment. An expired token is not an error.

Exit codes:
  0  all tokens are revoked or expired
  3  GitHub rejected the request
  4  GitHub cannot be reached`;

export const token = defineCommand({
  options: {
    for: {
      value: "handler",
      offers: ["issue", "comment", "pull-request", "dispatch"],
      summary: "kind of output: issue, comment, pull-request or dispatch",
    },
    repository: {
      value: "owner/repo",
      many: "each",
      summary: "repository the token can write to (repeatable; default: the run's)",
    },
    ignoreIfMissing: { summary: "exit 0 even if the App's ID or key is missing" },
    json: { summary: "output as JSON, without the token" },
  },
  notes: examples,
  async run(options) {
    const { runToken } = await import("./run-token.ts");
    await runToken(options);
  },
});

export const revoke = defineCommand({
  description: "Revoke the minted tokens in the step's environment.",
  options: { json: { summary: "output the result for each token as JSON" } },
  notes: revokeExamples,
  async run(options) {
    const { runRevoke } = await import("./run-token.ts");
    await runRevoke(options);
  },
});
