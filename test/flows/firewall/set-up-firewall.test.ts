import { describe, expect, test } from "vitest";
import { readDraft } from "../../../src/firewall/config/rules-draft.ts";
import { startJournal } from "../shared/run-step.ts";
import { findWordy } from "../asked-words.ts";
import { closer, least, openFirewallBench } from "./firewall-bench.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";

const rules = (text: string | undefined) => readDraft(text ?? "", "rules.yml");

describe("the setup of a firewall", () => {
  test("writes a rules file with the required rules and custom rules", async () => {
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
      "done Interception: domains",
      "done Logs: info, a new directory for each run",
      "done Environment: common variables",
      "done Rules file: rules.yml",
      "skipped Trial run: left for later",
    ]);
  });

  test("writes the agent, and offers it again; another command removes it", async () => {
    const bench = openFirewallBench();
    const { marks, questions: first } = await bench.setUp({ ...least, agent: "claude" });
    expect(first["rules-save"]?.facts).toContainEqual({ name: "Agent", text: "Claude Code" });
    expect(bench.file()).toBe("engine: claude\nallow-domains:\n  - example.com\n");
    expect(marks[0]?.summary).toBe("1 domain and those of Claude Code");
    const { questions } = await bench.setUp(least);
    expect(questions["agent"]).toMatchObject({ initial: "claude" });
    expect(bench.file()).toBe("allow-domains:\n  - example.com\n");
  });

  test("asks for patterns, and for a typed consent about unsuitable uses, only with interception", async () => {
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

  test("records who consented to interception, when, and to which text", async () => {
    const bench = openFirewallBench();
    const { questions } = await bench.setUp(closer);
    const file = bench.file() ?? "";
    expect(file).toMatch(
      /^# HTTPS is intercepted, as acknowledged by mona, 2030-01-01T10:00:00.000Z:/,
    );
    const terms = questions["interception-terms"];
    expect(terms?.weight).toBe("read first");
    for (const { name, text } of terms?.facts ?? []) expect(file).toContain(`#   ${name}: ${text}`);
    // Each use that the specification calls unsuitable, and each risk of the key.
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

  test("does not continue without the typed consent", async () => {
    const bench = openFirewallBench();
    const { error } = await bench.setUp({ ...closer, "interception-terms": false });
    expect(error?.message).toContain("interception-terms");
    expect(bench.saved).toEqual([]);
  });

  test("proposes to withhold variables with the names of credentials", async () => {
    const bench = openFirewallBench();
    const answers = { ...least, environment: "all", withheld: ["NPM_TOKEN", "OTHER"] };
    const { questions } = await bench.setUp(answers);
    expect(questions["withheld"]).toMatchObject({ initial: ["NPM_TOKEN"] });
    expect(rules(bench.file()).draft).toMatchObject({
      handsOnAll: true,
      withheld: ["NPM_TOKEN", "OTHER"],
    });
  });

  test("proposes the file's values for each question, and keeps the rest of the file", async () => {
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

  test("leaves an unreadable file unchanged and names the command that reports the error", async () => {
    const bench = openFirewallBench({ file: "allow-domain: [a.test]\n" });
    const { error, hints } = await bench.setUp(least);
    expect(error?.message).toBe(
      "rules.yml:1:1: allow-domain is not a valid option in a rules file.",
    );
    expect(hints[0]?.command).toBe("gatehouse firewall check --config rules.yml");
    expect(bench.saved).toEqual([]);
  });

  test("an invalid rule in a list is refused with the reason", async () => {
    const wrong = await openFirewallBench().setUp({ ...least, domains: ["*.co.uk"] });
    expect(wrong.error?.message).toContain("is too broad");
  });

  test("a domain of a selected service is accepted once, with a note", async () => {
    const bench = openFirewallBench();
    const domains = ["example.com", "sum.golang.org"];
    const { error, text } = await bench.setUp({ ...least, needs: ["go"], domains });
    expect(error).toBeUndefined();
    expect(text).toContain("Already included in the selected services: sum.golang.org");
    const [file = ""] = bench.saved;
    expect(file.split("\n").filter((line) => line === "  - sum.golang.org")).toHaveLength(1);
    expect(file).toContain("  - example.com\n");
  });

  test("shows the file before it is written, and stops without writing", async () => {
    const bench = openFirewallBench();
    const answers = { "rules-save": { each: ["show", "stop"] }, "rules-text": true };
    const { error, text } = await bench.setUp({ ...least, ...answers });
    expect(error).toBeInstanceOf(Cancelled);
    expect(text).toContain("  - example.com");
    expect(bench.saved).toEqual([]);
  });

  test("a return to the domain filter shows the rules that it removes, before the file is written", async () => {
    const file =
      "allow-domains: [example.com]\nssl-bump: true\nallow-urls: [https://a.example/*]\nrules:\n  - url: https://b.example/*\n    reason: docs\nmount: [/a:/a]\n";
    const bench = openFirewallBench({ file });
    const answers = { "rules-save": { each: ["show", "stop"] }, "rules-text": true };
    const { error, text, questions } = await bench.setUp({ ...least, ...answers });
    expect(error).toBeInstanceOf(Cancelled);
    expect(questions["filter-mode"]).toMatchObject({
      options: [{ hint: "removes 2 URL rules from the file" }, { value: "addresses" }],
    });
    expect(questions["rules-save"]?.facts).toContainEqual({
      name: "Changes",
      text: "5 lines removed, 0 lines added",
    });
    for (const line of ["- ssl-bump: true", "- allow-urls: [https://a.example/*]", "- rules:"])
      expect(text).toContain(line);
    expect(text).not.toContain("- mount");
    expect(bench.saved).toEqual([]);
  });

  test("a failed write can be retried", async () => {
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

  test("Back returns up to the first question, but not across the written file", async () => {
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
    expect(back).toMatchObject({ agent: false, needs: true, "filter-mode": true, trial: false });
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

  test("writes a file again that was deleted during the run", async () => {
    const journal = startJournal();
    await openFirewallBench().setUp(least, { journal });
    const gone = openFirewallBench();
    await gone.setUp(least, { journal });
    expect(gone.saved).toHaveLength(1);
  });

  test("every question fits in its row", async () => {
    const { questions, lists } = await openFirewallBench().setUp({
      ...closer,
      environment: "all",
      withheld: [],
    });
    for (const question of [...Object.values(questions), ...Object.values(lists)])
      expect(findWordy(question)).toEqual([]);
  });
});
