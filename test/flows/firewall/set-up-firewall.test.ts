import { describe, expect, test } from "vitest";
import { readDraft } from "../../../src/firewall/config/rules-draft.ts";
import { startJournal } from "../shared/run-step.ts";
import { findWordy } from "../asked-words.ts";
import { closer, least, openFirewallBench } from "./firewall-bench.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";

const rules = (text: string | undefined) => readDraft(text ?? "", "rules.yml");

describe("the setup of a firewall", () => {
  test("writes a rules file of what is needed and one's own", async () => {
    const bench = openFirewallBench();
    const { result, marks } = await bench.setUp({ ...least, needs: ["forge", "go"] });
    expect(bench.file()).toMatchInlineSnapshot(`
      "allow-domains:
        - forge.example
        - proxy.golang.org
        - sum.golang.org
        - example.com
      "
    `);
    expect(result).toMatchObject({ isNew: true });
    expect(marks.map(({ name, state, summary }) => `${state} ${name}: ${summary}`)).toEqual([
      "done Domains: 4 domains",
      "done Interception: names",
      "done Logs: info, a new directory for each run",
      "done Environment: the usual ones",
      "done Rules file: rules.yml",
      "skipped Trial run: postponed",
    ]);
  });

  test("asks for patterns, and for a word on what it is not for, only with interception", async () => {
    const { asked } = await openFirewallBench().setUp(least);
    expect(asked).not.toContain("interception-terms");
    expect(asked).not.toContain("patterns");
    const bench = openFirewallBench();
    await bench.setUp(closer);
    expect(rules(bench.file()).draft).toMatchObject({
      isIntercepting: true,
      patterns: ["https://api.example.com/repos/acme/*"],
    });
  });

  test("records who agreed to interception, when, and to which text", async () => {
    const bench = openFirewallBench();
    const { questions } = await bench.setUp(closer);
    const file = bench.file() ?? "";
    expect(file).toMatch(
      /^# HTTPS is intercepted, as acknowledged by mona, 2030-01-01T10:00:00.000Z:/,
    );
    const terms = questions["interception-terms"];
    expect(terms?.weight).toBe("read first");
    for (const { name, text } of terms?.facts ?? []) expect(file).toContain(`#   ${name}: ${text}`);
    // Each of what the specification calls unsuitable, and each risk of the key.
    for (const word of [
      "tenants",
      "ntrusted",
      "/tmp",
      "production",
      "container",
      "proxy",
      "SIGKILL",
    ])
      expect(file).toContain(word);
  });

  test("does not go on without that word", async () => {
    const bench = openFirewallBench();
    const { error } = await bench.setUp({ ...closer, "interception-terms": false });
    expect(error?.message).toContain("interception-terms");
    expect(bench.saved).toEqual([]);
  });

  test("proposes to withhold what looks like a credential by its name", async () => {
    const bench = openFirewallBench();
    const answers = { ...least, environment: "all", withheld: ["NPM_TOKEN", "OTHER"] };
    const { questions } = await bench.setUp(answers);
    expect(questions["withheld"]).toMatchObject({ initial: ["NPM_TOKEN"] });
    expect(rules(bench.file()).draft).toMatchObject({
      handsOnAll: true,
      withheld: ["NPM_TOKEN", "OTHER"],
    });
  });

  test("begins each question with what the file says, and leaves the rest of it alone", async () => {
    const file = "allow-domains: [pypi.org, files.pythonhosted.org, a.test]\nmount: [/a:/a]\n";
    const bench = openFirewallBench({ file: `${file}log-level: debug\nproxy-logs-dir: ./logs\n` });
    const answers = { ...least, needs: ["python"], domains: ["a.test", "b.test"] };
    const { result, questions, lists } = await bench.setUp({ ...answers, "log-level": "debug" });
    expect(lists["needs"]).toMatchObject({ initial: ["python"] });
    expect(questions["domains"]).toMatchObject({ initial: ["a.test"] });
    expect(questions["log-level"]).toMatchObject({ initial: "debug" });
    expect(questions["logs-folder"]).toMatchObject({ initial: "./logs" });
    expect(result).toMatchObject({ isNew: false });
    expect(bench.file()).toContain("mount: [/a:/a]");
    expect(rules(bench.file()).draft.domains).toEqual([
      "pypi.org",
      "files.pythonhosted.org",
      "a.test",
      "b.test",
    ]);
  });

  test("a file that cannot be read is left as it is, and a command says what is wrong", async () => {
    const bench = openFirewallBench({ file: "allow-domain: [a.test]\n" });
    const { error, hints } = await bench.setUp(least);
    expect(error?.message).toBe("rules.yml:1:1: allow-domain is not an option of a rules file.");
    expect(hints[0]?.command).toBe("gatehouse firewall check --config rules.yml");
    expect(bench.saved).toEqual([]);
  });

  test("a wrong rule of a list is refused with the reason", async () => {
    const wrong = await openFirewallBench().setUp({ ...least, domains: ["*.co.uk"] });
    expect(wrong.error?.message).toContain("is too broad");
    const known = await openFirewallBench().setUp({
      ...least,
      needs: ["go"],
      domains: ["sum.golang.org"],
    });
    expect(known.error?.message).toContain("is already selected");
  });

  test("shows the file before it is written, and stops without writing", async () => {
    const bench = openFirewallBench();
    const answers = { "rules-save": { each: ["show", "stop"] }, "rules-text": true };
    const { error, text } = await bench.setUp({ ...least, ...answers });
    expect(error).toBeInstanceOf(Cancelled);
    expect(text).toContain("  - example.com");
    expect(bench.saved).toEqual([]);
  });

  test("what cannot be written can be tried again", async () => {
    let isFull = true;
    const bench = openFirewallBench();
    const saveRules = (text: string) => {
      if (!isFull) return bench.deps.saveRules(text);
      isFull = false;
      return Promise.reject(new Incomplete("Could not write rules.yml: the disk is full."));
    };
    const full = openFirewallBench({ change: { saveRules } });
    const { result } = await full.setUp({ ...least, "failure:rules-write": "again" });
    expect(result).toBeDefined();
    expect(bench.saved).toHaveLength(1);
  });

  test("Back goes as far as the first question, and not past the written file", async () => {
    const bench = openFirewallBench();
    const back: Record<string, boolean> = {};
    let isBack = true;
    const { result } = await bench.setUp(
      { ...least, needs: { each: [["go"], ["rust"]] } },
      {
        onQuestion: (id, { canGoBack }) => {
          back[id] = canGoBack;
          if (id !== "domains" || !isBack) return;
          isBack = false;
          throw new Back();
        },
      },
    );
    expect(back).toMatchObject({ needs: false, filterMode: true, trial: false });
    expect(result?.draft.domains).toContain("static.crates.io");
    expect(result?.draft.domains).not.toContain("sum.golang.org");
  });

  test("Resume asks nothing again, and writes nothing again", async () => {
    const bench = openFirewallBench();
    const journal = startJournal();
    const stopAt = (wanted: string) => (id: string) => {
      if (id === wanted) throw new Cancelled();
    };
    const first = await bench.setUp(closer, { journal, onQuestion: stopAt("log-level") });
    expect(first.error).toBeInstanceOf(Cancelled);
    const second = await bench.setUp(closer, { journal, onQuestion: stopAt("trial") });
    expect(second.asked.slice(0, 2)).toEqual(["log-level", "logs-folder"]);
    const third = await bench.setUp(closer, { journal });
    expect(third.asked).toEqual(["trial"]);
    expect(bench.saved).toHaveLength(1);
  });

  test("a file that was taken away meanwhile is written again", async () => {
    const journal = startJournal();
    await openFirewallBench().setUp(least, { journal });
    const gone = openFirewallBench();
    await gone.setUp(least, { journal });
    expect(gone.saved).toHaveLength(1);
  });

  test("every question fits its row", async () => {
    const { questions, lists } = await openFirewallBench().setUp({
      ...closer,
      environment: "all",
      withheld: [],
    });
    for (const question of [...Object.values(questions), ...Object.values(lists)])
      expect(findWordy(question)).toEqual([]);
  });
});
