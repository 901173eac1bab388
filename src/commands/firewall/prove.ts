import { defineCommand, type OptionValue } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { exitCode } from "../../shared/errors.ts";
import { config, ruleOptions } from "./rule-options.ts";

interface ProveOptions extends Readonly<Record<string, OptionValue | undefined>> {
  readonly never: readonly string[];
  readonly except?: readonly string[];
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall prove --config rules.yml --never evil.example
  $ gatehouse firewall prove --config rules.yml --never 'http://*/**'
  $ gatehouse firewall prove --config rules.yml --never '*' --except 'GET *'

Write requests as [METHODS ]URL-PATTERN or [METHODS ]DOMAIN. The host * covers
every host.

--never is read broadly: without a port it covers every port, https:// also
covers plain HTTP, and it covers every query. --except is read narrowly: it
covers the requests that a rule with its text would allow. Each --except applies
to each --never. The claims in rules files are not proved.

Exit codes:
  0  every claim holds
  2  a claim or a rule is invalid, or no rule exists
  6  a claim does not hold, or could not be decided`;

/** Options that decide which requests are allowed. */
const wanted = new Set<string>([
  "allow-domains",
  "block-domains",
  "ssl-bump",
  "allow-urls",
  "strict-urls",
  "intercept",
  "splice",
  "engine",
  "enable-api-proxy",
]);

export const prove = defineCommand({
  options: {
    never: {
      value: "requests",
      many: "each",
      isRequired: true,
      summary: "requests that no rule may allow; can be repeated",
    },
    except: {
      value: "requests",
      many: "each",
      summary: "requests that rules may allow; can be repeated",
    },
    ...ruleOptions(({ name }) => wanted.has(name)),
    config,
    json,
  },
  notes: examples,
  async run(options: ProveOptions) {
    const { loadSettings } = await import("../../firewall/load-settings.ts");
    const { claimsOf, proveSettings, requireRules } =
      await import("../../firewall/prove-settings.ts");
    const { printProof } = await import("../outcomes/print-proof.ts");
    const env = ourEnvironment();
    const loaded = await loadSettings(options, env);
    const proof = await proveSettings(claimsOf(options), { loaded, env });
    if (proof.problems.length === 0) requireRules(loaded);
    printProof(proof, { json: options.json ?? false });
    const { problems, proven } = proof;
    if (problems.length > 0) process.exitCode = exitCode.usage;
    else if (proven.some(({ verdict }) => verdict.kind !== "holds"))
      process.exitCode = exitCode.denied;
  },
});
