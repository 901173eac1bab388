import { expect, test } from "vitest";
import { overallStatusAfter } from "../../../flows/setup/set-up-outcome.ts";

test.each([
  [["proved", "proved"], "described", "complete"],
  [["proved", "proved"], "later", "profile not chosen"],
  [["proved", "unknown"], "described", "incomplete"],
  [["unknown"], "later", "incomplete"],
  [[], "described", "complete"],
] as const)(
  "if the states of the Apps are %j and the scope is %s, the setup is %s",
  (states, scope, overallStatus) => {
    const apps = states.map((installation) => ({
      role: "read" as const,
      slug: "app",
      clientId: "Iv1.a",
      repositories: ["acme/control"],
      installation,
    }));
    expect(overallStatusAfter({ apps, scope, unchosen: [] })).toBe(overallStatus);
    expect(overallStatusAfter({ apps, scope, unchosen: ["write"] })).toBe("incomplete");
    const pat = { environment: "guarded", expiresAt: "2026-12-01", rotationOwner: "olga" };
    const withToken = (state: "proved" | "unknown") =>
      overallStatusAfter({ apps, scope, unchosen: [], pat: { ...pat, state } });
    expect(withToken("proved")).toBe(overallStatus);
    expect(withToken("unknown")).toBe("incomplete");
  },
);
