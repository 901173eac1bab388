import { noTerminal, type LineSituation } from "./prove-lines.ts";

/** Other sessions may run at the same time. */
const anySessions = /No session is running\.|^ +State +runs, /m;

/** The answers of a user who wants an empty rules file. */
const answers = {
  agent: "none",
  needs: [],
  domains: [],
  "filter-mode": "names",
  "log-level": "info",
  "logs-folder": "",
  environment: "usual",
  "rules-save": "write",
  trial: "later",
};

/** The line that a rules file needs. */
const inFile = /Add to allow-domains in rules\.yml:\n +- a\.test$/m;

/** Next steps that the firewall prints. */
export const firewallSteps: readonly LineSituation[] = [
  {
    what: "a run that was denied something",
    run: [
      ["gatehouse firewall --proxy-logs-dir logs -- curl -sS https://a.test/", 56],
      ["gatehouse firewall logs --logs-dir logs", 0],
    ],
    steps: {
      "List them, and the rules that would allow them": ["--allow-domains a.test", 0],
      "Suggest rules for the blocked requests": ["--allow-domains a.test", 0],
    },
  },
  {
    what: "a run with a rules file that was denied something",
    files: { "rules.yml": "allow-domains: [b.test]\nproxy-logs-dir: logs\n" },
    run: [
      ["gatehouse firewall --config rules.yml -- curl -sS https://a.test/", 56],
      ["gatehouse firewall logs --logs-dir logs --config rules.yml", 0],
    ],
    steps: {
      "List them, and the rules that would allow them": [inFile, 0],
      "Suggest rules for the blocked requests": [inFile, 0],
    },
  },
  {
    what: "an option that there is not",
    run: [
      ["gatehouse firewall --nope -- true", 125],
      ["gatehouse firewall check --nope", 2],
    ],
    steps: {
      "Show all options": [/^Usage: gatehouse firewall run /, 0],
      "Show the options": [/^Usage: gatehouse firewall check /, 0],
    },
  },
  {
    what: "a command that does not stand behind --",
    run: [["gatehouse firewall npm test", 125]],
    steps: {
      // Outside a project, with or without a network, npm itself reports a missing test script.
      "For example": [/npm (error|ERR!)/, 254],
      "List the firewall commands": [/^Usage: gatehouse firewall /, 0],
    },
  },
  {
    what: "a session that does not run",
    run: [
      ["gatehouse firewall doctor aB3dE9", 2],
      ["gatehouse firewall logs aB3dE9", 5],
    ],
    steps: {
      "List running sessions": [anySessions, 0],
      "List your sessions": [anySessions, 0],
    },
  },
  {
    what: "a runtime that this machine does not have",
    run: [
      ["gatehouse firewall --runtime docker -- true", 125],
      ["gatehouse firewall pull --runtime docker", 125],
    ],
    steps: {
      "Check this machine's runtimes and their errors": [/✔ bubblewrap /, 0],
      "Show each runtime's errors": [/✔ bubblewrap /, 0],
    },
  },
  {
    what: "a rules file that was asked for and written",
    run: [
      [
        `gatehouse firewall schema >/dev/null && echo '${JSON.stringify({ answers })}' >answers.json`,
        0,
      ],
      ["gatehouse firewall setup --config rules.yml --answers answers.json", 0],
    ],
    steps: {
      "Run a command behind the firewall": [/npm (error|ERR!)/, 254],
      "Change or test the rules": [noTerminal, 2],
    },
  },
  {
    what: "a trial of a command that needs a shell",
    run: [
      [
        `echo '${JSON.stringify({ answers: { ...answers, trial: "now", "trial-command": "A=1 env", "trial-next": "finish" } })}' >answers.json`,
        0,
      ],
      ["gatehouse firewall setup --config rules.yml --answers answers.json", 0],
    ],
    steps: {
      "Run a command behind the firewall": [/^A=1$/m, 0],
      "Change or test the rules": [noTerminal, 2],
    },
  },
  {
    what: "a rules file that cannot be asked about",
    run: [
      ["gatehouse firewall schema >broken.yml && echo '{}' >answers.json", 0],
      ["gatehouse firewall setup --config broken.yml --answers answers.json", 2],
      ["gatehouse firewall setup --config rules.json", 2],
    ],
    steps: {
      "Show all errors": [/is not a valid option in a rules file/, 2],
      "Use a name that ends in .yml": [noTerminal, 2],
    },
  },
];
