import { isUsage, type LineSituation } from "./prove-lines.ts";

/** Variables of a workflow step on a forge that does not answer. */
const step = {
  FORGE_API_URL: "http://127.0.0.1:9/api/v3",
  FORGE_REPOSITORY: "acme/control",
  FORGE_OUTPUT: "/dev/null",
};

/** Commands of a workflow step, and their printed steps. */
export const stepSteps: readonly LineSituation[] = [
  {
    what: "commands outside a workflow step",
    run: [
      ["gatehouse admit", 2],
      ["gatehouse token --for issue", 2],
    ],
    steps: {
      "See the required environment variables": [isUsage("admit"), 0],
      "Show how to use a token in a workflow": [isUsage("token"), 0],
    },
  },
  {
    what: "a token without a handler",
    env: step,
    run: [["gatehouse token --repository acme/api", 2]],
    steps: { "Specify a handler": ["No write App is configured", 5] },
  },
  {
    what: "a token without an App",
    env: step,
    run: [["gatehouse token --for issue --repository acme/api", 5]],
    steps: { "Or continue without an App": ["No write App is configured", 0] },
  },
  {
    what: "a token without a repository",
    env: { ...step, FORGE_REPOSITORY: "" },
    run: [["gatehouse token --for issue --ignore-if-missing", 2]],
    steps: { "Specify the repositories": ["No write App is configured", 0] },
  },
  {
    what: "a token for an invalid repository",
    env: step,
    run: [["gatehouse token --for issue --repository api --ignore-if-missing", 2]],
    steps: { "Use the form owner/name": ["No write App is configured", 0] },
  },
  {
    what: "an admission without requests, settings or credential",
    env: step,
    run: [
      ["gatehouse admit --requirement many --soft", 2],
      ["gatehouse admit", 2],
      ["gatehouse admit --requirement 100", 2],
    ],
    steps: {
      "Specify a number of requests": ["This step has no credential", 2],
      "Or specify the required number of requests": ["This step has no credential", 2],
      "Pass a credential to the step": [isUsage("admit"), 0],
    },
  },
  {
    what: "an admission without a control repository",
    env: {
      ...step,
      FORGE_REPOSITORY: "",
      CP_FORGE_READ_APP_ID: "Iv23liNobody",
      CP_FORGE_READ_APP_PRIVATE_KEY: "no key",
    },
    run: [["gatehouse admit --requirement 100", 2]],
    steps: { "Show the environment variables that admit reads": [isUsage("admit"), 0] },
  },
  {
    what: "an output file that is a file of the control plane",
    env: step,
    files: { ".forge/control-plane.json": "{}" },
    run: [["gatehouse precompute -o .forge/control-plane.json --cache cache", 2]],
    steps: { "Specify a new file or an earlier output file": ["control-plane.json", 2] },
  },
  {
    what: "a limit for an unknown output",
    env: step,
    run: [["gatehouse outputs apply --proposals none.jsonl --max nope=1", 2]],
    steps: {
      "Show the supported outputs and their names": [isUsage("outputs apply"), 0],
    },
  },
];
