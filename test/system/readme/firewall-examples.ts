import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Examples, ExamplesBench, RunExample } from "./examples-bench.ts";
import { leaveLog, openProject, openSession } from "./firewall-bench.ts";

/** Runs a command with the rules of a file that maps hosts to the test's origin. */
const fetches: RunExample["run"] = async (line, bench) => {
  const { runThere } = await openProject(bench);
  expect((await runThere(line)).out).toContain("hello /");
};
/** Runs a command whose own rules file maps hosts to the test's origin. */
const fetchesByItsFile: RunExample["run"] = async (line, bench) => {
  const { run } = await openProject(bench);
  expect((await run(line)).out).toContain("hello /from-the-agent");
};

function printing(shown: string | RegExp, code = 0): RunExample["run"] {
  return async (line, bench) => {
    const { run } = await openProject(bench);
    expect((await run(line, { code })).out).toMatch(shown);
  };
}

/** Reads the newest log of this user, which may be another test's. */
function lookingAtNewest(shown: RegExp): RunExample["run"] {
  return async (line, bench) => {
    const project = await openProject(bench);
    await leaveLog(project);
    expect((await project.run(line)).out).toMatch(shown);
  };
}

async function withSession(line: string, bench: ExamplesBench) {
  const project = await openProject(bench);
  const id = await openSession(project);
  return { ...project, id, line: line.replace("1f2E3d", id) };
}

/** Follows a session until it shows the page that its agent fetched. */
const follows: RunExample["run"] = async (given, bench) => {
  const { reader, line } = await withSession(given, bench);
  await new Promise<void>((resolve, reject) => {
    const onLine = (text: string) => {
      if (text.includes("https://example.com/from-the-agent")) resolve();
    };
    void reader
      .type(`cd project && ${line}`, { onLine })
      .then(({ ended }) => ended.then(({ out, err }) => reject(new Error(out + err))));
  });
};

/** Runs a command whose own rules file maps hosts to the test's origin, and reports its budget. */
const budgeted: RunExample["run"] = async (line, bench) => {
  const { run } = await openProject(bench);
  const { out, err } = await run(line.replace(" -- ", " --config rules.yml -- "));
  expect(out).toContain("hello /from-the-agent");
  // npm can also check for a newer version of itself.
  expect(err).toMatch(/[12] of 500\s+requests/);
};
const ofBudgets = "test/commands/firewall/budget.program.test.ts runs it";

const task = '"Explain this repository"';

/** Runs of agents. */
const agentLines = [
  "gatehouse firewall --engine claude -- claude -p 'Fix the failing test'",
  'gatehouse firewall --engine claude -- claude -p "Fix the failing test"',
  `gatehouse firewall --engine codex -- codex exec ${task}`,
  `gatehouse firewall --engine gemini -- gemini -p ${task}`,
  `gatehouse firewall --engine opencode -- opencode run -m anthropic/claude-sonnet-4-5 ${task}`,
  `gatehouse firewall --engine copilot -- copilot -p ${task}`,
  `gatehouse firewall --engine copilot --env COPILOT_GITHUB_TOKEN -- copilot -p ${task}`,
  'gatehouse firewall --engine claude --allow-domains registry.npmjs.org -- claude -p "Update the packages"',
];

const chromium = "test/system/firewall/chromium.test.ts runs it";

/** Commands behind the firewall. */
export const firewallExamples: Examples = {
  "gatehouse firewall setup": {
    says: ["create the rules file"],
    notRunReason: "it asks; test/pty/firewall-screens.test.ts answers",
  },
  "gatehouse firewall setup --config rules.yml": {
    notRunReason: "it asks; test/pty/firewall-screens.test.ts answers",
  },
  "gatehouse firewall setup --config rules.yml --answers answers.json --json": {
    notRunReason: "test/pty/firewall-screens.test.ts runs it, with answers",
  },
  "gatehouse firewall --config gatehouse-firewall.yml -- npm test": { run: fetchesByItsFile },
  "gatehouse firewall --allow-domains example.com -- curl https://example.com": { run: fetches },
  "gatehouse firewall check --config gatehouse-firewall.yml --url https://registry.npmjs.org/left-pad":
    { run: printing("allowed: registry.npmjs.org covers") },
  "gatehouse firewall logs suggest": {
    says: ["rules for denied requests"],
    run: lookingAtNewest(/^ \/tmp\/proxy-logs-\S+ +(no rules to add|\d+ rules? for)/),
  },

  "gatehouse firewall logs suggest --config rules.yml": {
    run: lookingAtNewest(/^ \/tmp\/proxy-logs-\S+ +(no rules to add|\d+ rules? for)/),
  },
  "gatehouse firewall logs suggest --config gatehouse-firewall.yml": {
    run: lookingAtNewest(/^ \/tmp\/proxy-logs-\S+ +(no rules to add|\d+ rules? for)/),
  },

  "gatehouse firewall --config rules.yml -- npm test": { run: fetchesByItsFile },
  "gatehouse firewall check --config rules.yml --url https://example.com/a": {
    run: printing("allowed: example.com covers"),
  },
  "gatehouse firewall run --help": {
    says: ["all options of a run"],
    run: printing(/^Usage: gatehouse firewall run [^]*--allow-urls/),
  },
  "gatehouse firewall --allow-domains github.com,registry.npmjs.org -- npm test": {
    // The project's test requests a host that these rules do not allow.
    run: async (line, bench) => {
      const { run } = await openProject(bench);
      const there = line.replace(" -- ", " --config origin.yml -- ");
      expect((await run(there, { code: 56 })).err).toContain("1 request was denied.");
    },
  },
  "gatehouse firewall --ssl-bump --allow-urls 'https://example.com/*' -- agent": { run: fetches },
  "gatehouse firewall --config rules.yml --env-all --exclude-env TOKEN -- agent": {
    run: fetchesByItsFile,
  },

  ...Object.fromEntries(
    agentLines.map((line) => [
      line,
      { notRunReason: "test/system/firewall/engines.test.ts runs the agents" },
    ]),
  ),
  "CA=/usr/local/share/ca-certificates/gatehouse-session-ca.crt": {
    says: ["in the container"],
    notRunReason: chromium,
  },
  'HASH=$(openssl x509 -in "$CA" -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64)':
    { notRunReason: chromium },
  'chromium --user-data-dir=/tmp/profile --ignore-certificate-errors-spki-list="$HASH" https://example.com':
    { notRunReason: chromium },
  "export ANTHROPIC_API_KEY": { notRunReason: "it only passes a variable on" },
  "export COPILOT_PROVIDER_BASE_URL=https://api.openai.com/v1 COPILOT_MODEL=gpt-5": {
    notRunReason: "it only sets variables",
  },
  "gatehouse firewall check --engine claude": {
    says: ["what the engine adds"],
    run: printing(
      /^ ✔ 2 rules; no problems found\.\n {3}Claude Code: [^]*--mount "\$HOME\/\.claude/,
    ),
  },

  "gatehouse firewall --hide .env '**/*.pem' -- npm test": {
    notRunReason: "test/system/firewall/file-rules.test.ts hides files",
  },
  "gatehouse firewall --write 'src/**' dist -- npm run build": {
    notRunReason: "test/system/firewall/file-rules.test.ts restricts writes",
  },
  "gatehouse firewall check --config rules.yml": { run: printing("3 rules; no problems found.") },
  "gatehouse firewall check --allow-domains a.example --domain api.a.example": {
    run: printing("allowed: a.example covers api.a.example"),
  },
  "gatehouse firewall check --config rules.yml --url https://a.example/b --json": {
    run: printing(/"allowed": false/, 6),
  },

  "gatehouse firewall prove --config rules.yml --never evil.example": {
    run: printing("Holds: no rule allows evil.example."),
  },
  "gatehouse firewall prove --config rules.yml --never 'http://*/**'": {
    run: printing(/^ ✖ Does not hold: GET http:\/\/github\.com\/ is allowed/, 6),
  },
  "gatehouse firewall prove --config rules.yml --never '*' --except 'GET *'": {
    run: printing(/^ ✖ Does not hold: POST https:\/\/github\.com\/ is allowed/, 6),
  },
  "gatehouse firewall prove --config rules.yml --never 'POST,PUT,PATCH,DELETE https://api.github.com/**' --except 'https://api.github.com/repos/acme/**'":
    { run: printing(/^ ✖ Does not hold: POST https:\/\/api\.github\.com\/ is allowed/, 6) },

  "gatehouse firewall doctor": {
    says: ["check the machine and each runtime"],
    run: printing(/^ ✔ bubblewrap [^]*^ ✔ curl +trusts the session CA$/m),
  },
  "gatehouse firewall doctor 1f2E3d": {
    says: ["inspect a running session"],
    run: async (given, bench) => {
      const { run, line, id } = await withSession(given, bench);
      const { out } = await run(line);
      expect(out).toContain(` session ${id}   no problems found\n`);
      expect(out).toMatch(/^ ✔ Trust bundle +\S+: contains "gatehouse session CA/m);
    },
  },

  "gatehouse firewall --budget requests=500,upload=50MB -- npm test": { run: budgeted },
  "gatehouse firewall --budget requests=500,shared=team-1 -- npm test": { run: budgeted },
  "gatehouse firewall budget": {
    says: ["list the shared budgets"],
    notRunReason: ofBudgets,
  },
  "gatehouse firewall budget team-1 --json": { notRunReason: ofBudgets },
  "gatehouse firewall budget team-1 --reset": {
    says: ["set what runs have used to zero"],
    notRunReason: ofBudgets,
  },
  "gatehouse firewall approve rules.yml": {
    notRunReason: "it asks a question; test/commands/firewall/approve.program.test.ts runs it",
  },
  "gatehouse firewall approve rules.yml --sha256 DIGITS": {
    says: ["without a question"],
    notRunReason: "test/commands/firewall/approve.program.test.ts runs it with the file's digits",
  },
  "gatehouse firewall pull": { run: printing(/no image is needed\.$/m) },
  "gatehouse firewall pull --runtime docker --image debian:12": {
    notRunReason: "it fetches an image from elsewhere",
  },

  "gatehouse firewall logs": {
    says: ["requests of your last run"],
    run: lookingAtNewest(/^ \/tmp\/proxy-logs-\S+ /),
  },
  "gatehouse firewall logs follow 1f2E3d": {
    says: ["live requests of a session"],
    run: follows,
  },
  "gatehouse firewall logs --logs-dir logs --json": {
    run: async (line, bench) => {
      const { run } = await openProject(bench);
      await run("gatehouse firewall --config rules.yml -- agent");
      expect(JSON.parse((await run(line)).out)).toMatchObject({ passed: 1, blocked: 0 });
    },
  },

  "gatehouse firewall --watch": {
    says: ["your newest run, live"],
    notRunReason: "test/pty/firewall.test.ts watches a run of its own",
  },
  "gatehouse firewall watch 1f2E3d": { says: ["a running session"], run: follows },
  "gatehouse firewall watch --logs-dir logs": {
    says: ["a finished run"],
    notRunReason: "test/pty/firewall.test.ts watches such a run",
  },

  "gatehouse firewall sessions": {
    run: async (given, bench) => {
      const { run, line, id } = await withSession(given, bench);
      expect((await run(line)).out).toMatch(new RegExp(`^ ✔ ${id} {2}sh$`, "m"));
    },
  },
  "gatehouse firewall sessions --json | jq '.sessions[].ca.fingerprint'": {
    notRunReason: "requires more of jq than these readers have; the document is read above",
  },
  "gatehouse firewall schema > firewall.schema.json": {
    run: async (line, bench) => {
      const { run, folder } = await openProject(bench);
      await run(line);
      const schema: unknown = JSON.parse(
        await readFile(join(folder, "firewall.schema.json"), "utf8"),
      );
      expect(schema).toMatchObject({ properties: { "allow-urls": {} } });
    },
  },
};
