/**
 * Next steps that the firewall prints: the command lines that print them, and the output of each
 * step.
 */
export interface FirewallSituation {
  readonly what: string;
  /** Arguments after `gatehouse firewall`, each with its exit code. */
  readonly run: readonly (readonly [line: string, code: number])[];
  readonly steps: Readonly<Record<string, readonly [shown: string | RegExp, code: number]>>;
}

/** Other sessions may run at the same time. */
const anySessions = /No session is running\.|^ +State +runs, /m;

const noTerminal = "Cannot ask questions: no terminal.";

/** The answers of a user who wants an empty rules file. */
const answers = {
  needs: [],
  domains: [],
  "filter-mode": "names",
  "log-level": "info",
  "logs-folder": "",
  environment: "usual",
  "rules-save": "write",
  trial: "later",
};

export const firewallSteps: readonly FirewallSituation[] = [
  {
    what: "a run that was denied something",
    run: [
      ["--proxy-logs-dir logs -- curl -sS https://a.test/", 56],
      ["logs --logs-dir logs", 0],
    ],
    steps: {
      "List them, and the rules that would allow them": ["--allow-domains a.test", 0],
      "Suggest rules for the blocked requests": ["--allow-domains a.test", 0],
    },
  },
  {
    what: "an option that there is not",
    run: [
      ["--nope -- true", 125],
      ["check --nope", 2],
    ],
    steps: {
      "Show all options": [/^Usage: gatehouse firewall run /, 0],
      "Show the options": [/^Usage: gatehouse firewall check /, 0],
    },
  },
  {
    what: "a command that does not stand behind --",
    run: [["npm test", 125]],
    steps: {
      // Outside a project, with or without a network, npm itself reports a missing test script.
      "For example": [/npm (error|ERR!)/, 254],
      "List the firewall commands": [/^Usage: gatehouse firewall /, 0],
    },
  },
  {
    what: "a session that does not run",
    run: [
      ["doctor aB3dE9", 2],
      ["logs aB3dE9", 5],
    ],
    steps: {
      "List running sessions": [anySessions, 0],
      "List your sessions": [anySessions, 0],
    },
  },
  {
    what: "a runtime that this machine does not have",
    run: [
      ["--runtime docker -- true", 125],
      ["pull --runtime docker", 125],
    ],
    steps: {
      "Check this machine's runtimes and their errors": [/✔ bubblewrap /, 0],
      "Show each runtime's errors": [/✔ bubblewrap /, 0],
    },
  },
  {
    what: "a rules file that was asked for and written",
    run: [
      [`schema >/dev/null && echo '${JSON.stringify({ answers })}' >answers.json`, 0],
      ["setup --config rules.yml --answers answers.json", 0],
    ],
    steps: {
      "Run a command behind the firewall": [/npm (error|ERR!)/, 254],
      "Change or test the rules": [noTerminal, 2],
    },
  },
  {
    what: "a rules file that cannot be asked about",
    run: [
      ["schema >broken.yml && echo '{}' >answers.json", 0],
      ["setup --config broken.yml --answers answers.json", 2],
      ["setup --config rules.json", 2],
    ],
    steps: {
      "Show all errors": [/is not a valid option in a rules file/, 2],
      "Use a name that ends in .yml": [noTerminal, 2],
    },
  },
];
