import { addressOf } from "../../firewall/rules/url-text.ts";
import type { AllowedBy } from "../../firewall/rules/prove-claim.ts";
import type { ProvenClaim } from "../../firewall/rules/prove-claims.ts";
import type { Claim } from "../../firewall/rules/read-claim.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { hintRows, marked, textRows, type Row } from "../../terminal/rows.ts";

/** Returns a claim in JSON output. */
export function toClaimDocument({ written, verdict }: ProvenClaim): object {
  const { never, except } = written;
  return {
    at: never.id,
    never: never.text,
    except: except.map(({ text }) => text),
    reason: never.note ?? null,
    holds: verdict.kind === "holds",
    counterexample: verdict.kind === "broken" ? toExample(verdict) : null,
    undecided: verdict.kind === "undecided" ? verdict.reason : null,
  };
}

type Broken = Extract<ProvenClaim["verdict"], { kind: "broken" }>;

function toExample({ example, rule, allowedBy }: Broken): object {
  const { method } = example;
  return { method, url: urlOf(example), at: rule.id, rule: rule.text, allowedBy };
}

function urlOf(example: Broken["example"]): string {
  return `${addressOf(example)}${example.target}`;
}

/**
 * Formats a proved claim:
 *
 *  ✖ Does not hold: POST https://example.com/x is allowed by rules.yml:3:5 "https://example.com/*".
 *    The claim is: never POST https://example.com/**
 *    Narrow the pattern, or list its methods under `rules` in a rules file
 */
export function claimRows({ written, claim, verdict }: ProvenClaim, style: RenderOptions): Row[] {
  const { never, except } = written;
  const exceptions = except.length === 0 ? "" : `, except ${except.map(textOf).join(", ")}`;
  const text = `${never.text}${exceptions}`;
  const reason = never.note === undefined ? [] : textRows(`Reason: ${never.note}`, { style });
  const named = textRows(`The claim is: never ${text}`, { style });
  switch (verdict.kind) {
    case "holds":
      return [
        ...textRows(`Holds: no rule allows ${text}.`, { style, prefix: marked(style, "done") }),
        ...textRows(describeReach(claim), { style }),
        ...reason,
      ];
    case "undecided":
      return [
        ...textRows(`Not decided: ${verdict.reason}.`, { style, prefix: marked(style, "failed") }),
        ...named,
        ...reason,
      ];
    case "broken": {
      const { example, rule, allowedBy } = verdict;
      const found = `${example.method} ${urlOf(example)} is allowed by ${rule.id} "${rule.text}"`;
      return [
        ...textRows(`Does not hold: ${found}.`, { style, prefix: marked(style, "failed") }),
        ...named,
        ...reason,
        ...hintRows({ text: advice[allowedBy] }, { style }),
      ];
    }
  }
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

/** States what the claim covers although its text does not name it. */
function describeReach({ never }: Claim): string {
  const parts = [
    ...(never.methods ? [] : ["every method"]),
    ...(never.port === undefined ? ["every port"] : []),
    ...(never.scheme !== "http" ? ["plain HTTP"] : []),
    "every query",
  ];
  const directories = never.path.includes("/**/")
    ? " It does not cover paths without a directory in place of **."
    : "";
  return `This includes ${parts.join(", ").replace(/, ([^,]*)$/, " and $1")}.${directories}`;
}

const advice: Readonly<Record<AllowedBy, string>> = {
  pattern: "Narrow the pattern, or list its methods under `rules` in a rules file",
  domain: "Replace the domain with URL patterns, or block the host with --block-domains",
  connection:
    "HTTPS to this host is not intercepted, so every path and method is possible: use --ssl-bump with URL patterns and without --splice, or --block-domains",
  sidecar: "The sidecar sends such requests to its provider: use another base URL, or an exception",
};
