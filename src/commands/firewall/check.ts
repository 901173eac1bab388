import { defineCommand, type OptionValue } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { exitCode } from "../../shared/errors.ts";
import { config, ruleOptions } from "./rule-options.ts";

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

Without --url and --domain, only the rules themselves are checked.

Exit codes:
  0  all URLs and domains are allowed
  2  a rule is invalid
  6  a URL or domain is denied`;

export const check = defineCommand({
  options: {
    ...ruleOptions(({ isRule }) => isRule === true),
    config,
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
    const { settings, policy, problems } = await loadSettings(options, ourEnvironment());
    if (!policy || problems.length > 0) {
      printRules({ settings, problems }, { json });
      process.exitCode = exitCode.usage;
      return;
    }
    const answers = [
      ...url.map((one) => ({ ...answerUrl(policy, one, { method }), kind: "url" as const })),
      ...domain.map((one) => ({ ...answerDomain(policy, one), kind: "domain" as const })),
    ];
    if (answers.length === 0) {
      const { warnAboutProvider } = await import("../../firewall/warn-about-engine.ts");
      const warnings = await warnAboutProvider(settings, ourEnvironment());
      printRules({ settings, problems, warnings }, { json });
    } else {
      const { readRulesFile } = await import("./read-rules-file.ts");
      printAnswers(answers, { json, file: readRulesFile(options.config) });
    }
    if (!answers.every(({ decision }) => decision.allowed)) process.exitCode = exitCode.denied;
  },
});
