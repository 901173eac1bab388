import { Readable } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { parseScriptedAnswers } from "../../src/prompts/scripted-answers.ts";
import { createScriptedPrompter } from "../../src/prompts/scripted-prompter.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { noStops } from "./no-stops.ts";

const options = [
  { value: "two", label: "two Apps" },
  { value: "pat", label: "one PAT", disabled: "the organization forbids it" },
];
const profile = { id: "profile", title: "Which profile?", options };
const key = { id: "key", title: "The private key:", shape: "lines" } as const;
const here = { canGoBack: false };

function script(file: object, locations: { stdin?: Readable; env?: NodeJS.ProcessEnv } = {}) {
  const lines: string[] = [];
  const answers = parseScriptedAnswers(file, "answers.json");
  const print = (line: string) => void lines.push(line);
  return {
    prompter: createScriptedPrompter({ answers, print, stops: noStops(), ...locations }),
    lines,
  };
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error("it was answered"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof InvalidInput)) throw error;
  return [
    error.message,
    ...error.hints.map(({ text, lines = [] }) => `${text}  ${lines.join("")}`),
  ].join("\n");
}

describe("answers from a file", () => {
  test("are used and printed, each on one line", async () => {
    const { prompter, lines } = script({
      answers: {
        profile: "two",
        targets: ["two"],
        sure: true,
        repo: " acme/control ",
        facts: true,
      },
    });
    prompter.begin({ title: "set up", subject: "acme/control", outline: [] });
    expect(await prompter.choose(profile, here)).toBe("two");
    expect(await prompter.chooseMany({ ...profile, id: "targets" }, here)).toEqual(["two"]);
    expect(await prompter.confirm({ id: "sure", title: "Sure?" }, here)).toBe(true);
    expect(await prompter.text({ id: "repo", title: "Which repository?" }, here)).toBe(
      "acme/control",
    );
    const facts = { id: "facts", title: "Facts:", body: ["It acts for you."], proceed: "I know" };
    await prompter.disclose(facts, here);
    prompter.mark({ name: "Profile", state: "done", summary: "two Apps" });
    await prompter.note({ id: "n", title: "The key is kept.", command: "gatehouse doctor" });
    expect(lines).toEqual([
      "set up acme/control",
      "? Which profile?  two Apps",
      "? Which profile?  two Apps",
      "? Sure?  Yes",
      "? Which repository?  acme/control",
      "Facts:",
      "It acts for you.",
      "? I know",
      "done: Profile: two Apps",
      "The key is kept.",
      "  gatehouse doctor",
    ]);
  });

  test("with `each` are used one after another", async () => {
    const { prompter } = script({ answers: { name: { each: ["a", "b"] } } });
    const ask = () => prompter.text({ id: "name", title: "Name?" }, here);
    expect([await ask(), await ask()]).toEqual(["a", "b"]);
    expect(await refusal(ask())).toMatch(
      /answers\.json has 2 answers for "name", but the question was asked 3 times\./,
    );
  });

  test("are reported if they were not used", async () => {
    const { prompter } = script({
      answers: { profile: "two", porfile: "two" },
      actions: { app: [] },
      secrets: { key: { stdin: true } },
    });
    await prompter.choose(profile, here);
    expect(prompter.unused()).toEqual(['answers["porfile"]', 'actions["app"]', 'secrets["key"]']);
  });
});

describe("a question that cannot be answered", () => {
  test("names its ID, its title, its possible values, and the line to add", async () => {
    expect(await refusal(script({}).prompter.choose(profile, here))).toMatchInlineSnapshot(`
      "answers.json does not contain an answer for "profile": Which profile?
      The question accepts one of "two", "pat"  
      Add to "answers"  "profile": "two""
    `);
  });

  test.each([
    ["an unknown value", "three", 'but it must be one of "two", "pat".'],
    [
      "a value that is not available",
      "pat",
      'is "pat", but it is not available: the organization forbids',
    ],
    ["a value of another type", true, 'but it must be one of "two", "pat".'],
  ])("%s is refused", async (_what, value, why) => {
    const { prompter } = script({ answers: { profile: value } });
    expect(await refusal(prompter.choose(profile, here))).toContain(why);
  });

  test("a text that the question's check rejects is refused with the reason", async () => {
    const { prompter } = script({ answers: { repo: "acme" } });
    const check = () => "It has to be owner/name.";
    const asked = prompter.text({ id: "repo", title: "Which repository?", check }, here);
    expect(await refusal(asked)).toContain("It has to be owner/name.");
  });

  test("a disclosure requires an answer of its own", async () => {
    const { prompter } = script({ answers: { facts: "yes" } });
    const facts = { id: "facts", title: "Facts:", body: [], proceed: "I know" };
    expect(await refusal(prompter.disclose(facts, here))).toContain("but it must be true.");
  });

  test("a question that is repeated endlessly does not hang", async () => {
    const { prompter } = script({ answers: { profile: "two" } });
    const ask = async () => {
      for (;;) await prompter.choose(profile, here);
    };
    expect(await refusal(ask())).toMatch(/was asked \d+ times/);
  });
});

describe("a failure", () => {
  const failure = {
    id: "install",
    title: "What do you want to do next?",
    error: {
      message: "It is not installed.",
      hints: [{ text: "Install it", link: "http://forge" }],
    },
    options: [
      { value: "retry", label: "Try again" },
      { value: "stop", label: "Stop" },
    ],
  };

  test("is printed, and stops by default", async () => {
    const { prompter, lines } = script({});
    expect(await prompter.failure(failure, here)).toBe("stop");
    expect(lines).toEqual([
      "wrong: It is not installed.",
      "Install it:",
      "  http://forge",
      "? What do you want to do next?  Stop",
    ]);
  });

  test("is retried as often as the file specifies, and then stops", async () => {
    const { prompter } = script({ answers: { "failure:install": { each: ["retry", "retry"] } } });
    const ask = () => prompter.failure(failure, here);
    expect([await ask(), await ask(), await ask()]).toEqual(["retry", "retry", "stop"]);
  });
});

describe("a secret", () => {
  const pem = "-----BEGIN KEY-----\nMIIE\n-----END KEY-----\n";

  test.each([
    ["a variable", { environment: "APP_KEY" }, "the variable APP_KEY"],
    ["standard input", { stdin: true }, "standard input"],
  ])("is read from %s", async (_where, source, text) => {
    const locations = { env: { APP_KEY: pem }, stdin: Readable.from([pem]) };
    const { prompter, lines } = script({ secrets: { key: source } }, locations);
    expect((await prompter.secret(key, here)).reveal()).toBe(pem);
    expect(lines).toEqual([`? The private key:  from ${text}`]);
  });

  test("in a variable is removed from the environment of child processes, and can be read again", async () => {
    const env = { APP_KEY: pem, OTHER: "stays" };
    const { prompter } = script({ secrets: { key: { environment: "APP_KEY" } } }, { env });
    await prompter.secret(key, here);
    expect(env).toEqual({ OTHER: "stays" });
    expect((await prompter.secret(key, here)).reveal()).toBe(pem);
  });

  test("that is missing or refused is never repeated in an error", async () => {
    const { prompter } = script(
      { secrets: { key: { file: "/nowhere/key.pem" }, other: { environment: "APP_KEY" } } },
      { env: { APP_KEY: pem } },
    );
    expect(await refusal(prompter.secret(key, here))).toContain("/nowhere/key.pem");
    const check = () => "it is not a key";
    const asked = prompter.secret({ ...key, id: "other", check }, here);
    const message = await refusal(asked);
    expect(message).toContain("it is not a key");
    expect(message + inspect(await asked.catch((error: unknown) => error))).not.toContain("MIIE");
  });

  test("without a source is requested by its ID", async () => {
    const message = await refusal(script({}).prompter.secret(key, here));
    expect(message).toContain(
      'answers.json does not contain an answer for "key": The private key:',
    );
    expect(message).toContain('"key": {"file":"path"}');
  });
});

describe("a wait", () => {
  const wait = (taken: string[]) => ({
    id: "app",
    title: "Write App",
    actions: [
      {
        id: "paste",
        key: "p",
        label: "paste the address",
        input: "The address:",
        run: (input: string) => (input ? void taken.push(input) : "It is empty."),
      },
    ],
  });

  test("performs the actions of the file, and prints each change once", async () => {
    const taken: string[] = [];
    const { prompter, lines } = script({
      actions: { app: [{ action: "paste", input: "http://x" }] },
    });
    const result = await prompter.progress(wait(taken), async (report) => {
      report({ line: "waiting", link: "http://127.0.0.1/register" });
      report({ line: "waiting" });
      while (taken.length === 0) await new Promise(setImmediate);
      return taken[0];
    });
    expect(result).toBe("http://x");
    expect(lines).toEqual([
      "now: Write App",
      "now: waiting",
      "  http://127.0.0.1/register",
      "> paste the address",
    ]);
  });

  test.each([
    [
      "that is not valid",
      { action: "open" },
      'actions["app"]: "open" is not a valid action; use "paste".',
    ],
    ["whose input is rejected", { action: "paste" }, "It is empty."],
  ])("fails because of an action %s", async (_what, action, why) => {
    let stopped = false;
    const { prompter } = script({ actions: { app: [action] } });
    const asked = prompter.progress(wait([]), (_report, signal) => {
      signal.addEventListener("abort", () => (stopped = true));
      return new Promise(() => {});
    });
    expect(await refusal(asked)).toContain(why);
    expect(stopped).toBe(true);
  });
});

describe("an answers file", () => {
  const noSecret =
    'secrets["key"] must not contain the secret itself: use {"file": "path"}, {"stdin": true} or {"environment": "NAME"}.';

  test.each([
    ["a list", [], "answers.json: the file must be an object."],
    ["an unknown key", { answer: {} }, '"answer" is not one of answers, actions, secrets'],
    [
      "a number as an answer",
      { answers: { a: 1 } },
      'answers["a"] must be a string, true, false, or a list',
    ],
    [
      "an invalid answer object",
      { answers: { a: { all: [] } } },
      'answers.json: answers["a"] must be an answer, or {"each": [answer, …]}.',
    ],
    ["an invalid answer in a list", { answers: { a: { each: ["x", 2] } } }, 'answers["a"].each[1]'],
    [
      "an action without a name",
      { actions: { w: [{}] } },
      'answers.json: actions["w"][0] must be {"action": "id", "input": "text"}.',
    ],
    ["a secret as a value", { secrets: { key: "ghs_itself" } }, noSecret],
    ["a secret in an object", { secrets: { key: { value: "ghs_itself" } } }, noSecret],
  ])("with %s is refused with the location of the error", (_what, file, message) => {
    expect(() => parseScriptedAnswers(file, "answers.json")).toThrow(message);
    expect(() => parseScriptedAnswers(file, "answers.json")).not.toThrow("ghs_itself");
  });
});
