import { describe, expect, test } from "vitest";
import { forgetSetup, forgetTrial } from "../../../flows/firewall/firewall-journal.ts";
import type { TrialNews } from "../../../flows/firewall/firewall-deps.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import { readDraft } from "../../../src/firewall/config/rules-draft.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { startJournal } from "../shared/run-step.ts";
import { asked, closer, connected, least, openFirewallBench } from "./firewall-bench.ts";

const api = "https://api.example.com";
const pulls = asked(`${api}/repos/acme/web/pulls?state=*`);
const passed = asked(`${api}/repos/acme/web`, { allowed: true });
const stranger = connected("telemetry.example:443");
const loopback = connected("localhost:443", { reason: "forbidden-address" });
const heard: readonly TrialNews[] = [
  { decisions: [pulls, passed] },
  { line: "fetching" },
  { decisions: [stranger, pulls, asked(`${api}/a/../b`, { reason: "ambiguous" })] },
];

const trial = { trial: "now", "trial-command": "npm test" };
const pullsKind = "GET api.example.com/repos/acme/web/pulls";
const rules = (text: string | undefined) => readDraft(text ?? "", "rules.yml").draft;

describe("a trial run", () => {
  test("lists blocked requests by frequency, and lists separately those that no rule can allow", async () => {
    const bench = openFirewallBench({ trials: [heard] });
    const { questions, text: message } = await bench.setUp({
      ...closer,
      ...trial,
      "trial-next": "finish",
    });
    const next = questions["trial-next"];
    expect(next).toMatchObject({
      title: "Allow a blocked request?",
      initial: "finish",
      options: [
        { label: `${pullsKind}, 2 times: no pattern covers it` },
        { label: "telemetry.example, 1 time: no pattern covers it" },
        { value: "again" },
        { value: "finish" },
      ],
    });
    expect(next?.facts?.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      "Command: npm test",
      "Result: exited with 0; 1 passed, 3 different requests blocked",
      "No rule: GET api.example.com/a/../b: no pattern covers it",
    ]);
    expect(message).toContain(`blocked ${pullsKind}`);
    expect(bench.trials).toEqual(["npm test"]);
  });

  test.each([
    ["address", `${api}/repos/acme/web/pulls?*`],
    ["neighbours", `${api}/repos/acme/web/*`],
    ["host", `${api}/**`],
  ])(
    "adds a rule for a blocked request as broad as the operator chooses: %s",
    async (reach, rule) => {
      const bench = openFirewallBench({ trials: [heard] });
      const next = { "trial-next": { each: [pullsKind, "finish"] }, "trial-reach": reach };
      const { result } = await bench.setUp({ ...closer, ...trial, ...next });
      expect(rules(bench.file()).patterns).toEqual([`${api}/repos/acme/*`, rule]);
      expect(result?.trial).toEqual({ command: "npm test", runs: 1, added: [rule] });
      // The name of the person who consented stays at the top of the file.
      expect(bench.file()).toMatch(/^# HTTPS is intercepted/);
    },
  );

  test("does not ask how broad the rule should be if only one rule helps", async () => {
    const bench = openFirewallBench({ trials: [[{ decisions: [stranger, loopback] }]] });
    const next = { "trial-next": { each: ["telemetry.example", "finish"] } };
    const { asked: ids, questions } = await bench.setUp({ ...least, ...trial, ...next });
    expect(ids).not.toContain("trial-reach");
    expect(rules(bench.file()).domains).toEqual(["example.com", "telemetry.example"]);
    expect(questions["trial-next"]?.facts).toContainEqual({
      name: "Allowed",
      text: "telemetry.example",
    });
  });

  test("does not propose a pattern without interception", async () => {
    const other = asked("https://other.example/x");
    const plain = asked("http://plain.example:8080/x");
    const bench = openFirewallBench({ trials: [[{ decisions: [plain, other] }]] });
    const next = { "trial-next": { each: ["GET http://plain.example:8080/x", "finish"] } };
    const { questions } = await bench.setUp({ ...least, ...trial, ...next });
    expect(rules(bench.file())).toMatchObject({
      patterns: [],
      domains: ["example.com", "http://plain.example:8080"],
    });
    expect(questions["trial-next"]?.facts).toContainEqual({
      name: "No rule",
      text: "GET other.example/x: no pattern covers it",
    });
  });

  test("does not offer a name that resolves to this machine, and does not report it as allowed", async () => {
    const inner = connected("inner.example.com:443", { reason: "forbidden-address" });
    const bench = openFirewallBench({ trials: [[{ decisions: [inner, loopback] }]] });
    const answers = { ...least, ...trial, "trial-next": "finish" };
    const { questions } = await bench.setUp(answers);
    expect(questions["trial-next"]?.title).toBe("What do you want to do next?");
    expect(questions["trial-next"]?.facts?.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      "Command: npm test",
      "Result: exited with 0; 0 passed, 2 different requests blocked",
      "No rule: inner.example.com: no pattern covers it",
      "No rule: localhost: no pattern covers it",
    ]);
  });

  test("does not offer a host from the block list", async () => {
    const bench = openFirewallBench({
      file: "block-domains: [telemetry.example]\n",
      trials: [[{ decisions: [stranger] }]],
    });
    const answers = { ...least, ...trial, "trial-next": "finish" };
    const { questions } = await bench.setUp(answers);
    expect(questions["trial-next"]?.title).toBe("What do you want to do next?");
  });

  test("runs again with the rules that were added", async () => {
    const bench = openFirewallBench({ trials: [heard, [{ decisions: [passed] }]] });
    const next = { "trial-next": { each: ["telemetry.example", "again", "finish"] } };
    const { result } = await bench.setUp({ ...closer, ...trial, ...next });
    expect(bench.trials).toHaveLength(2);
    expect(result?.trial).toMatchObject({ runs: 2, added: ["telemetry.example"] });
  });

  test("can be stopped with a key, and the wizard continues", async () => {
    const bench = openFirewallBench({
      change: {
        runTrial: (_command, onMessage, signal) => {
          onMessage({ decisions: [pulls] });
          return new Promise((_end, fail) =>
            signal.addEventListener("abort", () => fail(signal.reason as Error)),
          );
        },
      },
    });
    const answers = { ...closer, ...trial, "trial-next": "finish" };
    const press = { "trial-run": "stop-command" };
    const { result, questions } = await bench.setUp(answers, { press });
    expect(result?.trial?.runs).toBe(1);
    expect(questions["trial-next"]?.facts?.[1]?.text).toBe(
      "stopped; 0 passed, 1 different request blocked",
    );
  });

  test("Back neither runs the command again nor removes a written rule", async () => {
    const bench = openFirewallBench({ trials: [heard] });
    const next = { "trial-next": { each: [pullsKind, "telemetry.example", "finish"] } };
    let isBack = true;
    const { result } = await bench.setUp(
      { ...closer, ...trial, ...next, "trial-reach": "address" },
      {
        onQuestion: (id) => {
          if (id !== "trial-reach" || !isBack) return;
          isBack = false;
          throw new Back();
        },
      },
    );
    expect(bench.trials).toEqual(["npm test"]);
    expect(result?.trial?.added).toEqual(["telemetry.example"]);
  });

  test("a resumed setup keeps the added rules, and runs nothing without asking", async () => {
    const bench = openFirewallBench({ trials: [heard] });
    const journal = startJournal();
    let count = 0;
    const stopped = await bench.setUp(
      { ...closer, ...trial, "trial-next": { each: ["telemetry.example", "finish"] } },
      {
        journal,
        onQuestion: (id) => {
          if (id === "trial-next" && (count += 1) === 2) throw new Cancelled();
        },
      },
    );
    expect(stopped.error).toBeInstanceOf(Cancelled);
    await forgetTrial(journal);
    const { asked: ids, result } = await bench.setUp(closer, { journal });
    expect(ids).toEqual(["trial"]);
    expect(bench.trials).toHaveLength(1);
    expect(result?.draft.domains).toContain("telemetry.example");
    expect(rules(bench.file()).domains).toContain("telemetry.example");
  });

  test("another setup starts from the file, and asks everything again", async () => {
    const bench = openFirewallBench();
    const journal = startJournal();
    await bench.setUp(closer, { journal });
    await forgetSetup(journal);
    const { asked: ids } = await bench.setUp(closer, { journal });
    expect(ids).toEqual([
      "agent",
      "needs",
      "domains",
      "filter-mode",
      "interception-terms",
      "patterns",
      "log-level",
      "logs-folder",
      "environment",
      "rules-save",
      "trial",
    ]);
  });
});
