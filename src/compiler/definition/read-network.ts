import { readDomainRule } from "../../firewall/rules/domain-rule.ts";
import { isFault, type Fault } from "../../firewall/rules/fault.ts";
import { readUrlPattern } from "../../firewall/rules/url-pattern.ts";
import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { never, noExpressions, oneLine, text, type TextCheck } from "../../yaml/scalar-shapes.ts";
import type { Complaint, Shape } from "../../yaml/shape.ts";
import type { AgentNetwork } from "./agent-definition.ts";

const ascii = never(
  /[^\x21-\x7e]/,
  "contains a space or a non-ASCII character",
  "Write an internationalized host name as xn--…",
);
/** The firewall splits its arguments at commas. */
const noComma = never(/,/, "contains a comma", "Write each item separately");
/** Refuses characters that a shell would interpret. */
const noShellSigns = never(
  /["'`\\$;|<>(){}]/,
  "contains a character that is not allowed in an address",
);

const domain = address((given) => readDomainRule({ id: given, text: given }));
const urlPattern = address((given) => readUrlPattern({ id: given, text: given }));

/** Returns the shape of a rule that the firewall receives as a command-line argument. */
function address(read: (given: string) => object | Fault): Shape<string> {
  const signs = [never(/^$/, "is empty"), ascii, noComma, noShellSigns];
  return text({ checks: [oneLine, noExpressions, ...signs, checkRule(read)] });
}

/**
 * Creates a check that applies the firewall's own rules, so that an invalid rule is found at
 * compile time.
 */
function checkRule(read: (given: string) => object | Fault): TextCheck {
  return (given): Complaint | undefined => {
    const found = read(given);
    if (!isFault(found)) return undefined;
    const { fault, suggestion } = found;
    const hint = suggestion?.replace(/^--allow-(urls|domains) /, "");
    return {
      message: `${quote(given)} ${fault.replace("--allow-urls", `"urls"`).replace("--allow-domains", `"allowed"`)}`,
      ...(hint !== undefined && { hint: `Did you mean "${hint}"?` }),
    };
  };
}

const fields = record(
  {
    allowed: {
      shape: list(domain, { what: "domains" }),
      about:
        "Domains that the engine can reach, including subdomains, in addition to those that it requires.",
    },
    blocked: {
      shape: list(domain, { what: "domains" }),
      about: "Domains that the engine cannot reach, even if another rule allows them.",
    },
    urls: {
      shape: list(urlPattern, { what: "URL patterns" }),
      about:
        "Patterns of https URLs that the engine can reach, for example https://example.com/api/**. Any pattern enables TLS interception.",
    },
  },
  {
    what: `"network"`,
    elsewhere: { allow: 'Did you mean "allowed"?', block: 'Did you mean "blocked"?' },
  },
);

export const network: Shape<AgentNetwork> = {
  schema: fields.schema,
  read(node, site) {
    const { allowed = [], blocked = [], urls = [] } = fields.read(node, site) ?? {};
    return { allowed, blocked, urls };
  },
};
