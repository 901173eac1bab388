import { describe, expect, test } from "vitest";
import { claimRows, toClaimDocument } from "../../../src/commands/outcomes/claim-rows.ts";
import type { ProvenClaim } from "../../../src/firewall/rules/prove-claims.ts";
import { claimOf, writtenClaim } from "../../firewall/rules/compile.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const never = "POST,PUT https://api.test/**";
const except = ["https://api.test/repos/acme/**"];
const rule = { id: "rules.yml:3:5", text: "https://api.test/**" };
const example = {
  scheme: "https",
  host: "api.test",
  port: 8443,
  method: "POST",
  target: "/user",
} as const;

function proven(verdict: ProvenClaim["verdict"], claimed = never, note?: string): ProvenClaim {
  const written = writtenClaim(claimed, except);
  return {
    written: { ...written, never: { ...written.never, ...(note !== undefined && { note }) } },
    claim: claimOf(claimed, except),
    verdict,
  };
}

const broken = proven({ kind: "broken", example, rule, allowedBy: "pattern" }, never, "no writes");

describe("a claim", () => {
  describeWidths("a counterexample", (style) => claimRows(broken, style));

  test("that holds is printed with what it includes", () => {
    expect(printed((style) => claimRows(proven({ kind: "holds" }), style))).toMatchInlineSnapshot(`
      " ✔ Holds: no rule allows POST,PUT https://api.test/**, except
         https://api.test/repos/acme/**.
         This includes every port, plain HTTP and every query."
    `);
    const plain = proven({ kind: "holds" }, "http://api.test:80/a");
    expect(printed((style) => claimRows(plain, style))).toMatchInlineSnapshot(`
      " ✔ Holds: no rule allows http://api.test:80/a, except
         https://api.test/repos/acme/**.
         This includes every method and every query."
    `);
  });

  test("that does not hold is printed with the request, the rule and advice", () => {
    expect(printed((style) => claimRows(broken, style))).toMatchInlineSnapshot(`
      " ✖ Does not hold: POST https://api.test:8443/user is allowed by rules.yml:3:5
         "https://api.test/**".
         The claim is: never POST,PUT https://api.test/**, except
         https://api.test/repos/acme/**
         Reason: no writes
         Narrow the pattern, or list its methods under \`rules\` in a rules file"
    `);
    const ofConnection = proven({ kind: "broken", example, rule, allowedBy: "connection" });
    expect(printed((style) => claimRows(ofConnection, style))).toContain("not intercepted");
    const ofDomain = proven({ kind: "broken", example, rule, allowedBy: "domain" });
    expect(printed((style) => claimRows(ofDomain, style))).toContain("Replace the domain");
  });

  test("that was not decided is printed with the reason", () => {
    const verdict = {
      kind: "undecided",
      reason: "the patterns contain too many characters",
    } as const;
    expect(printed((style) => claimRows(proven(verdict), style))).toMatchInlineSnapshot(`
      " ✖ Not decided: the patterns contain too many characters.
         The claim is: never POST,PUT https://api.test/**, except
         https://api.test/repos/acme/**"
    `);
    expect(toClaimDocument(proven(verdict))).toMatchObject({
      holds: false,
      counterexample: null,
      undecided: "the patterns contain too many characters",
    });
  });

  test("has a document with the counterexample", () => {
    expect(toClaimDocument(broken)).toEqual({
      at: "--never 1",
      never,
      except,
      reason: "no writes",
      holds: false,
      counterexample: {
        method: "POST",
        url: "https://api.test:8443/user",
        at: "rules.yml:3:5",
        rule: "https://api.test/**",
        allowedBy: "pattern",
      },
      undecided: null,
    });
  });
});
