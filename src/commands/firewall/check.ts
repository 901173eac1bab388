import { defineCommand, type OptionValue } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import type { LoadedSettings } from "../../firewall/load-settings.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { exitCode } from "../../shared/errors.ts";
import { approvedRules, config, ruleOptions } from "./rule-options.ts";

interface CheckOptions extends Readonly<Record<string, OptionValue | undefined>> {
  readonly config?: readonly string[];
  readonly url?: readonly string[];
  readonly domain?: readonly string[];
  readonly method: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall check --config rules.yml
  $ gatehouse firewall check --allow-domains a.example --domain api.a.example
  $ gatehouse firewall check --config rules.yml --url https://a.example/b --json

Without --url and --domain, gatehouse checks the rules themselves, and proves
the claims in the rules files. Claims count only in a file that you approved.

Exit codes:
  0  all URLs and domains are allowed, and all claims hold
  2  a rule or claim is invalid
  6  a URL or domain is denied, or a claim does not hold or is not approved`;

export const check = defineCommand({
  options: {
    ...ruleOptions(({ isRule }) => isRule === true),
    config,
    approvedRules,
    url: { value: "url", many: "list", summary: "URL to test" },
    domain: {
      value: "domain",
      many: "list",
      summary: "domain, or DOMAIN:PORT, to test without interception",
    },
    method: {
      value: "name",
      summary: "HTTP method for each --url",
      default: "GET",
    },
    json,
  },
  notes: examples,
  async run(options: CheckOptions) {
    const { url = [], domain = [], method, json = false } = options;
    const { loadSettings } = await import("../../firewall/load-settings.ts");
    const { answerDomain, answerUrl } = await import("../../firewall/rules/answer-question.ts");
    const { printAnswers, printRules } = await import("../outcomes/print-check.ts");
    const loaded = await loadSettings(options, ourEnvironment());
    const { settings, policy, problems } = loaded;
    if (!policy || problems.length > 0) {
      printRules({ settings, problems }, { json });
      process.exitCode = exitCode.usage;
      return;
    }
    if (url.length + domain.length === 0) return checkRules(loaded, { json });
    const answers = [
      ...url.map((one) => ({ ...answerUrl(policy, one, { method }), kind: "url" as const })),
      ...domain.map((one) => ({ ...answerDomain(policy, one), kind: "domain" as const })),
    ];
    const { readRulesFile } = await import("./read-rules-file.ts");
    printAnswers(answers, { json, file: readRulesFile(options.config) });
    if (!answers.every(({ decision }) => decision.allowed)) process.exitCode = exitCode.denied;
  },
});

/** Checks valid rules without a question: the claims about them, and the provider's settings. */
async function checkRules(loaded: LoadedSettings, { json }: { json: boolean }): Promise<void> {
  const env = ourEnvironment();
  const { proveSettings } = await import("../../firewall/prove-settings.ts");
  const { warnAboutProvider } = await import("../../firewall/warn-about-engine.ts");
  const { warnAboutCredentials } = await import("../../firewall/warn-about-credentials.ts");
  const { printRules } = await import("../outcomes/print-check.ts");
  const { proven, problems } = await proveSettings(loaded.claims, { loaded, env });
  const unapproved = loaded.unapproved.filter(({ sections }) => sections.includes("claims"));
  const warnings = [
    ...(await warnAboutProvider(loaded.settings, env)),
    ...warnAboutCredentials(loaded),
  ];
  const { settings } = loaded;
  printRules({ settings, problems, warnings, claims: proven, unapproved }, { json });
  if (problems.length > 0) process.exitCode = exitCode.usage;
  else if (unapproved.length > 0 || proven.some(({ verdict }) => verdict.kind !== "holds"))
    process.exitCode = exitCode.denied;
}
