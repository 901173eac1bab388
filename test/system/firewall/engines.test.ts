import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { enginesIn, isFetched } from "../../../scripts/machine/engines.mjs";
import { engineNames, type EngineName } from "../../../src/firewall/config/engine-recipes.ts";
import { root } from "../../build-for-run.ts";
import { casesOf } from "../../sample.ts";
import { openLab, type Lab } from "./lab.ts";
import { modelAnswer, modelKey } from "./origins/models.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const openai = "https://api.openai.com/v1";

interface Prompt {
  /** Words after the program: one prompt, without a terminal. */
  readonly words: readonly string[];
  /** Name of the variable with the key. */
  readonly key: string;
  /** Other variables of the caller. */
  readonly env?: Readonly<Record<string, string>>;
  /** Header in which the provider receives the key. */
  readonly header: "x-api-key" | "authorization" | "x-goog-api-key";
  /** URLs of the prompt. */
  readonly urls: string;
  /** Other variables with a key, and the model for each; undefined for the same model. */
  readonly others?: Readonly<Record<string, string | undefined>>;
  /** Hosts that the agent also tries to reach, and that it does not require. */
  readonly unneeded?: readonly string[];
}

const prompts: Readonly<Record<EngineName, Prompt>> = {
  claude: {
    words: ["-p", "hi"],
    key: "ANTHROPIC_API_KEY",
    header: "x-api-key",
    urls: "https://api.anthropic.com/v1/messages*",
    others: { ANTHROPIC_AUTH_TOKEN: undefined, CLAUDE_CODE_OAUTH_TOKEN: undefined },
  },
  codex: {
    words: ["exec", "--skip-git-repo-check", "hi"],
    key: "CODEX_API_KEY",
    header: "authorization",
    urls: `${openai}/**`,
    others: { OPENAI_API_KEY: undefined },
  },
  copilot: {
    words: ["-p", "hi"],
    key: "COPILOT_PROVIDER_API_KEY",
    env: { COPILOT_PROVIDER_BASE_URL: openai, COPILOT_MODEL: "gpt-5" },
    header: "authorization",
    urls: `${openai}/**`,
    others: { COPILOT_PROVIDER_BEARER_TOKEN: undefined },
  },
  gemini: {
    words: ["-m", "gemini-2.5-flash", "-p", "hi"],
    key: "GEMINI_API_KEY",
    header: "x-goog-api-key",
    urls: "https://generativelanguage.googleapis.com/v1beta/models/**",
  },
  opencode: {
    words: ["run", "-m", "anthropic/claude-sonnet-4-5", "hi"],
    key: "ANTHROPIC_API_KEY",
    header: "x-api-key",
    urls: "https://api.anthropic.com/v1/messages",
    others: {
      OPENAI_API_KEY: "openai/gpt-5",
      GOOGLE_GENERATIVE_AI_API_KEY: "google/gemini-2.5-flash",
    },
    // It installs the types of its plugins.
    unneeded: ["registry.npmjs.org:443"],
  },
};

const [smallest, ...others] = enginesIn(join(root, ".cache/engines"));
const fetched = casesOf({
  usual: [smallest].flatMap((each) => each ?? []),
  all: [smallest, ...others].flatMap((each) => each ?? []),
});

test("the engines that this run requires are downloaded", () => {
  const missing = fetched.filter((each) => !isFetched(each)).map((each) => each.package);
  expect(missing, "Run: node scripts/prepare-machine.mjs --full").toEqual([]);
  const known = [smallest, ...others].map((each) => each?.name);
  expect(new Set(known)).toEqual(new Set(engineNames));
});

/**
 * Runs a program, then lists the container's variables and every file and process with the text
 * from standard input. The text itself is not part of the command.
 */
const searching = `"$@" </dev/null; code=$?
env; echo "found: $(grep -rlF -f - "$HOME" /tmp /run /proc/[0-9]*/environ 2>/dev/null | tr '\\n' ' ')"
exit $code`;

describe.each(fetched)("$name", ({ name, folder, program }) => {
  const engine = engineNames.find((each) => each === name) ?? "claude";
  const {
    words,
    key,
    env = {},
    header,
    urls,
    others: variables = {},
    unneeded = [],
  } = prompts[engine];
  const inside = join("/engine", program.slice(folder.length));
  const command = [...(program.endsWith(".js") ? ["node", inside] : [inside]), ...words];
  const options = ["--engine", engine, "--mount", `${folder}:/engine:ro`];
  const direct = [
    ...options,
    ...Object.entries({ ...env, [key]: modelKey }).flatMap((each) => ["--env", each.join("=")]),
  ];

  async function run(...given: Parameters<Lab["run"]>) {
    lab.origins.asked.length = 0;
    const ran = await lab.run(...given);
    onTestFailed(() => void process.stderr.write(`${JSON.stringify(ran.log, null, 1)}\n`));
    const denied = ran.log.flatMap((one) => (one.allowed ? [] : (one.domain ?? one.url ?? "?")));
    const sent = lab.origins.asked.map(({ headers }) => String(headers[header]));
    return { ...ran, denied: [...new Set(denied)], sent: new Set(sent) };
  }

  test("answers through the sidecar, and its container never contains the key", async () => {
    const searched = ["sh", "-c", searching, "sh", ...command];
    const given = { ...env, [key]: modelKey, COPY_OF_KEY: modelKey };
    const secret = { env: given, stdin: modelKey };
    const ran = await run(searched, { ...secret, options: [...options, "--env-all"] });
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(modelAnswer)]);
    expect(ran.sent).toEqual(
      new Set([header === "authorization" ? `Bearer ${modelKey}` : modelKey]),
    );
    expect(ran.denied).toEqual(unneeded);
    expect(ran.out).toMatch(/^found: $/m);
    expect(ran.out + ran.err).not.toContain(modelKey);
    expect(ran.out).toContain(`${key}=kept-outside-by-gatehouse`);
  });

  test.each(Object.entries(variables))(
    "answers with %s through the sidecar",
    async (variable, model) => {
      const asking = command.map((word) => (model && word.includes("/claude-") ? model : word));
      const ran = await run(asking, { options, env: { ...env, [variable]: modelKey } });
      expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(modelAnswer)]);
      expect(ran.denied).toEqual(unneeded);
    },
  );

  test("answers by names, and the search finds a key that the container contains", async () => {
    const { ca } = lab.origins.certificates;
    const roots = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CODEX_CA_CERTIFICATE"];
    const trusted = roots.flatMap((each) => ["--env", `${each}=/origins.crt`]);
    const more = ["--mount", `${ca}:/origins.crt:ro`, "--allow-domains", "api.openai.com:443"];
    const searched = ["sh", "-c", searching, "sh", ...command];
    const ran = await run(searched, { stdin: modelKey, options: [...direct, ...trusted, ...more] });
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(modelAnswer)]);
    expect(ran.out).toMatch(/^found: .*\/proc\/\d+\/environ/m);
    expect(
      ran.log.filter(({ allowed }) => allowed).every(({ kind }) => kind === "connection"),
    ).toBe(true);
  });

  test("answers with interception, and reaches only the URLs of a pattern", async () => {
    const rules = ["--ssl-bump", "--allow-urls", urls];
    const ran = await run(command, { options: [...direct, ...rules] });
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(modelAnswer)]);
    const { origin } = new URL(urls);
    const asked = ran.log.filter(({ url = "", allowed }) => allowed && url.startsWith(origin));
    expect(new Set(asked.map(({ rule }) => rule))).toEqual(new Set(["--allow-urls 1"]));
  });
});

test.each([
  ["root", "bubblewrap"],
  ["nobody", "bubblewrap"],
  ["root", "podman"],
] as const)(
  "%s can store an engine's state with %s, but cannot change its settings",
  async (as, runtime) => {
    const write = `cat ~/.codex/config.toml && touch ~/.codex/state && ! echo x >> ~/.codex/config.toml`;
    const options = ["--engine", "codex"];
    const env = { CODEX_API_KEY: modelKey };
    const { code, out, err } = await lab.run(["sh", "-c", write], { options, env, as, runtime });
    expect([code, err]).toEqual([0, expect.stringMatching(/Read-only file system|denied/)]);
    expect(out).toContain('env_key = "CODEX_API_KEY"');
  },
);
