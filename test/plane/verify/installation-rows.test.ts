import { describe, expect, test } from "vitest";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import type { StatusFacts } from "../../../src/plane/verify/status-facts.ts";
import { needing } from "./rows/facts.ts";
import { evaluate, names, noProof, reader, writer } from "./complete-plane.ts";

describe("an installation", () => {
  const ofRead = (change: Partial<StatusFacts>) => {
    const { installations, isComplete } = evaluate(change);
    return { ...installations[0], isComplete };
  };
  const list = (change: Partial<Installation>) => ({
    installations: [{ ...reader, ...change }, writer],
  });

  test.each<[string, Partial<StatusFacts>, string, string]>([
    ["that was proved and is unchanged", {}, "proved", "key on 2026-03-01; unchanged since"],
    [
      "that was never proved",
      noProof,
      "unknown",
      "selected repositories; only the App's own key can list them",
    ],
    [
      "that changed since the proof",
      list({ updatedAt: "2026-02-01T00:00:00Z" }),
      "unknown",
      "selected repositories; only the App's own key can list them",
    ],
    [
      "that was created again since the proof",
      list({ id: 5 }),
      "unknown",
      "selected repositories; only the App's own key can list them",
    ],
    [
      "on an older server, identified by its proof",
      list({ clientId: undefined }),
      "proved",
      "verified with its own key on 2026-03-01; unchanged since then",
    ],
    ["of another App, regardless of the proof", list({ clientId: "Iv1.x" }), "missing", "not inst"],
    [
      "that was proved but cannot be listed",
      { installations: undefined },
      "unknown",
      "verified with its own key on 2026-03-01; later changes are not visible to this account",
    ],
    [
      "that was proved on other repositories but cannot be listed",
      { installations: undefined, enrolled: () => ["acme/control", "acme/web"] },
      "wrong",
      "it covers exactly acme/control; the scope requires acme/control, acme/web",
    ],
    [
      "that was never proved and cannot be listed",
      { installations: undefined, ...noProof },
      "unknown",
      "this account cannot list installations",
    ],
    ["that does not exist", { installations: [writer] }, "missing", "not installed"],
    ["that is suspended", list({ isSuspended: true }), "wrong", "suspended"],
    ["on all repositories", list({ selection: "all" }), "wrong", "all repositories"],
    [
      "with other permissions",
      list({ permissions: { ...readAppCeiling, contents: "write", checks: "write" } }),
      "wrong",
      "differ from the ceiling: Checks, Contents",
    ],
    [
      "with permissions that the packages do not need",
      { settings: { state: "valid", value: needing("checks") } },
      "wrong",
      "differ from the ceiling: Packages, Pull requests",
    ],
    [
      "with less than the specified ceiling, if the settings are invalid",
      {
        settings: { state: "broken", reason: "no JSON" },
        ...list({ permissions: { contents: "read" } }),
      },
      "proved",
      "unchanged since",
    ],
    [
      "of an App whose client ID is not stored",
      { stored: { variables: new Map(), secrets: new Set([names.readKey]) } },
      "missing",
      "no client ID is stored",
    ],
  ])("%s", (_what, change, state, reason) => {
    const status = ofRead(change);
    expect(status).toMatchObject({ role: "read", state });
    expect(status.reason).toContain(reason);
    expect(status.isComplete).toBe(state === "proved");
  });
});
