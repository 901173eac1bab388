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
  "has a blank, or a letter that is not ASCII",
  "A host with other letters is written as xn--…",
);
/** The firewall takes several words as one, with commas between them. */
const noComma = never(/,/, "has a comma in it", "Write each as an item of its own");
/** What a script would take for its own. */
const noShellSigns = never(/["'`\\$;|<>(){}]/, "has a sign in it that no address has as it is");

const domain = address((given) => readDomainRule({ id: given, text: given }));
const urlPattern = address((given) => readUrlPattern({ id: given, text: given }));

/** A word of the firewall's command line, which it would take as it is. */
function address(read: (given: string) => object | Fault): Shape<string> {
  const signs = [never(/^$/, "is empty"), ascii, noComma, noShellSigns];
  return text({ checks: [oneLine, noExpressions, ...signs, checkRule(read)] });
}

/** As the firewall would say it, before it is started. */
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
        "Domains that the engine may reach, with their subdomains. What it needs itself is there.",
    },
    blocked: {
      shape: list(domain, { what: "domains" }),
      about: "Domains that it may not reach, whatever else allows them.",
    },
    urls: {
      shape: list(urlPattern, { what: "URL patterns" }),
      about:
        "Patterns of https URLs that it may reach, as https://example.com/api/**. With one, TLS is intercepted.",
    },
  },
  {
    what: `"network"`,
    elsewhere: { allow: 'Did you mean "allowed"?', block: 'Did you mean "blocked"?' },
  },
);

/** What the engine may reach. */
export const network: Shape<AgentNetwork> = {
  schema: fields.schema,
  read(node, site) {
    const { allowed = [], blocked = [], urls = [] } = fields.read(node, site) ?? {};
    return { allowed, blocked, urls };
  },
};
