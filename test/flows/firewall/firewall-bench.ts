import { setUpFirewall, type FirewallOutcome } from "../../../flows/firewall/set-up-firewall.ts";
import type { FirewallDeps, TrialNews } from "../../../flows/firewall/firewall-deps.ts";
import type { LoggedDecision } from "../../../src/firewall/log/logged-decision.ts";
import { runStep, type StepOptions, type StepRun } from "../shared/run-step.ts";

/** A machine with an optional rules file. */
export interface FirewallBench {
  readonly deps: FirewallDeps;
  /** Returns the current file; undefined if there is none. */
  readonly file: () => string | undefined;
  readonly saved: readonly string[];
  readonly trials: readonly string[];
  readonly setUp: (
    answers: Readonly<Record<string, unknown>>,
    options?: StepOptions,
  ) => Promise<StepRun<FirewallOutcome>>;
}

export interface BenchOptions {
  /** Content of the rules file before the run. */
  readonly file?: string;
  /** Events of each trial run, in order, including how it stops. */
  readonly trials?: readonly (readonly TrialNews[])[];
  readonly change?: Partial<FirewallDeps>;
}

/** The fewest answers an operator can give. */
export const least = {
  agent: "none",
  needs: [],
  domains: ["example.com"],
  "filter-mode": "names",
  "log-level": "info",
  "logs-folder": "",
  environment: "usual",
  "rules-save": "write",
  trial: "later",
};

/** The fewest answers with checks of URLs. */
export const closer = {
  ...least,
  "filter-mode": "addresses",
  "interception-terms": true,
  patterns: ["https://api.example.com/repos/acme/*"],
};

export function openFirewallBench(options: BenchOptions = {}): FirewallBench {
  let { file } = options;
  const saved: string[] = [];
  const trials: string[] = [];
  const deps: FirewallDeps = {
    rulesFile: "/work/rules.yml",
    rulesName: "rules.yml",
    readRules: () => Promise.resolve(file),
    saveRules: (text) => {
      file = text;
      saved.push(text);
      return Promise.resolve();
    },
    needs: [{ id: "forge", label: "The forge", domains: ["forge.example"] }],
    operator: "mona",
    variableNames: ["HOME", "NPM_TOKEN", "PATH", "SSH_AUTH_SOCK"],
    now: () => new Date("2030-01-01T10:00:00Z"),
    runTrial: (command, onMessage) => {
      const news = options.trials?.[trials.length] ?? [];
      trials.push(command);
      for (const each of news) onMessage(each);
      return Promise.resolve({ code: 0 });
    },
    ...options.change,
  };
  return {
    deps,
    file: () => file,
    saved,
    trials,
    setUp: (answers, more = {}) =>
      runStep((context) => setUpFirewall(context, deps), { ...more, answers }),
  };
}

/** Returns a logged decision about a request. */
export function asked(url: string, more: Partial<LoggedDecision> = {}): LoggedDecision {
  return {
    at: "2030-01-01T10:00:00.000Z",
    kind: "request",
    way: "proxy",
    allowed: false,
    reason: "no-pattern",
    explanation: "no pattern covers it",
    method: "GET",
    url,
    bytesSent: 0,
    bytesReceived: 0,
    milliseconds: 1,
    ...more,
  };
}

/** Returns a logged decision about a connection without any visible request. */
export function connected(domain: string, more: Partial<LoggedDecision> = {}): LoggedDecision {
  const { url: _url, method: _method, ...decision } = asked("");
  return { ...decision, kind: "connection", reason: "no-rule", domain, ...more };
}
