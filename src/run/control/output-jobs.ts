import type { Handler } from "../../credentials/apps/handlers.ts";
import { isCommitted } from "./cli-pin.ts";
import { installCliSteps, cli } from "./install-cli.ts";
import { fallbackTokens, hasApp, indent, pairLines } from "./control-plan.ts";
import type { ControlPlan } from "./control-plan.ts";

/** A kind of output that is written by a job in the control file, with the job's own token. */
interface OutputJob {
  readonly name: string;
  readonly handler: Handler;
  readonly description: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** API path of the request for one output, as a JavaScript expression. */
  readonly path: string;
  readonly body: string;
}

const outputJobs: readonly OutputJob[] = [
  {
    name: "control-issue",
    handler: "issue",
    description: "Open one issue with the result",
    inputs: { title: "Issue title", body: "Issue body in Markdown" },
    path: "`/repos/${repository}/issues`",
    body: "{ title: item.title, body: item.body }",
  },
  {
    name: "control-comment",
    handler: "comment",
    description: "Comment once on an issue or a pull request",
    inputs: { number: "Number of the issue or pull request", body: "Comment in Markdown" },
    path: "`/repos/${repository}/issues/${Number(item.number)}/comments`",
    body: "{ body: item.body }",
  },
];

/**
 * Returns the jobs that apply outputs after the agent. Each mints a token for its handler, writes
 * the output, and revokes the token.
 */
export function outputJobLines(plan: ControlPlan): string[] {
  return outputJobs.flatMap((job) => [`${job.name}:`, ...indent(jobLines(plan, job), 2)]);
}

function jobLines(plan: ControlPlan, job: OutputJob): string[] {
  const inputs = Object.entries(job.inputs).flatMap(([name, description]) => [
    `${name}:`,
    `  description: ${description}`,
    "  required: true",
    "  type: string",
  ]);
  const hasWriteApp = hasApp(plan, "write");
  const steps = [
    ...(hasWriteApp ? [...installCliSteps(plan.pin), ...mintStep(job)] : []),
    ...writeStep(plan, job),
    ...(hasWriteApp ? revokeStep : []),
  ];
  return [
    `description: ${job.description}`,
    "runs-on: ubuntu-latest",
    "permissions:",
    ...indent(jobPermissions(plan, job), 2),
    "inputs:",
    ...indent(inputs, 2),
    "steps:",
    ...indent(steps, 2),
  ];
}

/**
 * Returns the permissions that the workflow token needs: the handler's permissions, in case it
 * writes the output, and read access if the repository contains the gatehouse package.
 */
function jobPermissions(plan: ControlPlan, { handler }: OutputJob): string[] {
  const isRead = hasApp(plan, "write") && isCommitted(plan.pin.source);
  const written =
    handler === "comment" ? ["issues: write", "pull-requests: write"] : ["issues: write"];
  return [...(isRead ? ["contents: read"] : []), ...written];
}

function mintStep({ handler }: OutputJob): string[] {
  return [
    "- name: Mint a token for this output",
    "  id: output-token",
    "  env:",
    ...indent(pairLines("write"), 4),
    `  run: ${cli} token --for ${handler} --repository "$OUTPUT_REPOSITORY" --ignore-if-missing`,
  ];
}

const revokeStep = [
  "- name: Revoke the token",
  "  if: always()",
  "  env:",
  "    CP_FORGE_WRITE_APP_TOKEN: ${{ steps.output-token.outputs.token }}",
  `  run: if [ -n "$CP_FORGE_WRITE_APP_TOKEN" ]; then ${cli} token revoke; fi`,
];

function writeStep(plan: ControlPlan, job: OutputJob): string[] {
  const { brand } = plan;
  const [cliToken = ""] = brand.cli.tokenVariables;
  const minted = hasApp(plan, "write") ? "steps.output-token.outputs.token || " : "";
  return [
    "- name: Write the output",
    "  env:",
    `    ${cliToken}: \${{ ${minted}${fallbackTokens(plan)} }}`,
    "  run: |",
    "    node <<'SCRIPT'",
    ...indent(scriptLines(brand.agentic.outputVariable, cliToken, job), 4),
    "    SCRIPT",
  ];
}

function scriptLines(output: string, cliToken: string, { name, path, body }: OutputJob): string[] {
  return [
    'const { readFileSync } = require("node:fs");',
    `const { ${output}: file, ${cliToken}: token, OUTPUT_REPOSITORY: repository } = process.env;`,
    "const api = process.env.FORGE_API_URL || process.env.GITHUB_API_URL;",
    "// The dispatch sets the repository name. An invalid name could send the token elsewhere.",
    "if (!/^[\\w-]+[/](?![.]{1,2}$)[\\w.-]+$/.test(repository)) {",
    '  throw new Error("OUTPUT_REPOSITORY is not a valid repository name.");',
    "}",
    'const { items } = JSON.parse(readFileSync(file, "utf8"));',
    `const wanted = items.filter(({ type }) => type === "${name.replaceAll("-", "_")}");`,
    'if (wanted.length > 1) throw new Error("At most one output of this kind is allowed.");',
    "const send = async (item) => {",
    `  const answer = await fetch(api + ${path}, {`,
    '    method: "POST",',
    "    headers: {",
    "      authorization: `Bearer ${token}`,",
    '      accept: "application/json",',
    '      "content-type": "application/json",',
    '      "user-agent": "gatehouse",',
    "    },",
    `    body: JSON.stringify(${body}),`,
    "  });",
    "  if (!answer.ok) throw new Error(`The API responded with ${answer.status}.`);",
    "  console.log((await answer.json()).html_url);",
    "};",
    "wanted.reduce((done, item) => done.then(() => send(item)), Promise.resolve());",
  ];
}
