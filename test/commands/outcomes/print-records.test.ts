import { describe, expect, test } from "vitest";
import { statusRows } from "../../../src/commands/outcomes/print-status.ts";
import type { StatusDocument } from "../../../src/plane/verify/status-document.ts";
import { printed } from "../../terminal/check-print.ts";

const nothing: StatusDocument = {
  repo: "acme/control",
  host: "forge.example",
  overallStatus: "incomplete",
  complete: false,
  lacksOnlyProof: false,
  records: [],
  installations: [],
  profile: null,
  reminders: [],
  wrong: [],
  next: [],
};

const print = (change: Partial<StatusDocument>) =>
  printed((style) => statusRows({ ...nothing, ...change }, style));

describe("a record", () => {
  test.each([
    ["set", "✔", "set"],
    ["missing", "·", "missing"],
    ["half", "✖", "incomplete: no key"],
    ["stray", "!", "stray"],
    ["unknown", "?", "unknown"],
  ] as const)("that is %s is marked %s", (state, mark, printedState) => {
    const name = "CP_FORGE_READ_APP_ID";
    const text = print({ records: [{ name, kind: "variable", location: "repository", state }] });
    expect(text).toContain(`\n ${mark} ${name}  ${printedState}`);
  });

  test.each([
    ["CP_FORGE_READ_APP_ID", "app", "not needed"],
    ["CP_FORGE_WRITE_APP_ID", "app", "missing"],
    ["CP_FORGE_TOKEN", "app", "not needed"],
    ["CP_FORGE_TOKEN", "pat", "missing"],
    ["CP_FORGE_API_GATE", "pat", "not needed"],
  ] as const)("%s, if missing with the profile %s, is printed as %s", (name, profile, text) => {
    const decided = {
      profile,
      decidedBy: "mona",
      decidedAt: "2026-11-21T10:00:00Z",
      expiresAt: null,
      changed: [],
    };
    const reason = "nothing is stored";
    const writes = { role: "write", app: undefined, state: "missing", reason } as const;
    const record = { name, kind: "variable", location: "repository", state: "missing" } as const;
    const installations = profile === "app" ? [writes] : [];
    expect(print({ profile: decided, installations, records: [record] })).toContain(
      `${name}  ${text}`,
    );
  });

  test("is not reported as not needed if the scope has changed since the profile was chosen", () => {
    const decided = {
      profile: "app",
      decidedBy: "mona",
      decidedAt: "2026-11-21T10:00:00Z",
      expiresAt: null,
    } as const;
    const record = { kind: "variable", location: "repository", state: "missing" } as const;
    const name = "CP_FORGE_WRITE_APP_ID";
    const text = print({
      profile: { ...decided, changed: ["mode"] },
      records: [{ ...record, name }],
      installations: [],
    });
    expect(text).toContain(`${name}  missing`);
  });

  test("that is missing is not needed if the setup is complete", () => {
    const record = { name: "CP_FORGE_API_GATE", kind: "variable", location: "repository" } as const;
    const text = print({ complete: true, records: [{ ...record, state: "missing" }] });
    expect(text).toContain("\n – CP_FORGE_API_GATE  not needed  repository variables");
  });
});
