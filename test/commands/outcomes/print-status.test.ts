import { describe, expect, test } from "vitest";
import { statusRows } from "../../../src/commands/outcomes/print-status.ts";
import type { StatusDocument } from "../../../src/plane/verify/status-document.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

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

const print = (change: Partial<StatusDocument>, columns?: number) =>
  printed((style) => statusRows({ ...nothing, ...change }, style), columns);

/** A document with one of everything. */
const full: StatusDocument = {
  ...nothing,
  records: [
    { name: "CP_FORGE_READ_APP_ID", kind: "variable", location: "repository", state: "set" },
    { name: "CP_FORGE_READ_APP_PRIVATE_KEY", kind: "secret", location: "repository", state: "set" },
    { name: "CP_FORGE_WRITE_APP_ID", kind: "variable", location: "repository", state: "half" },
    {
      name: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
      kind: "secret",
      location: "repository",
      state: "missing",
    },
    {
      name: "CP_FORGE_TOKEN",
      kind: "secret",
      location: "environment control-plane",
      state: "set",
      reason: "only a run can check whether it works",
    },
    { name: "FORGE_TOKEN", kind: "built-in token", location: "each run", state: "set" },
    { name: "CP_FORGE_*", kind: "secret", location: "organization", state: "unknown" },
    {
      name: "CP_FORGE_TOKEN",
      kind: "secret",
      location: "organization",
      state: "stray",
      reason: "a run would use it where the environment has none",
    },
  ],
  installations: [
    {
      role: "read",
      app: "gatehouse-acme-control-read",
      state: "proved",
      reason: "verified with its own key on 2026-11-21; unchanged since then",
    },
    {
      role: "write",
      app: undefined,
      state: "missing",
      reason: "no client ID is stored",
    },
  ],
  profile: {
    profile: "app",
    decidedBy: "mona",
    decidedAt: "2026-11-21T09:00:00.000Z",
    expiresAt: null,
    changed: ["targets"],
  },
  wrong: [
    {
      id: "read-app-coverage",
      title: "Target coverage of the read App",
      evidence: ["It covers 2 repositories, not exactly: acme/control, acme/web, acme/api."],
    },
  ],
  next: [
    { text: "Delete the secret CP_FORGE_TOKEN in the organization" },
    {
      text: "Change which repositories the read App covers",
      link: "https://forge.example/organizations/acme/settings/installations/4711",
    },
    {
      text: "Complete and verify the setup",
      command: "gatehouse setup --host forge.example --repo acme/control",
    },
  ],
};

describeWidths("the status", (style) => statusRows(full, style));

test("the status shows the inventory, the evidence, and the next steps", () => {
  expect(print(full)).toMatchInlineSnapshot(`
    " acme/control   incomplete · 3 things to do · read from forge.example just now

       WHAT       STATE                                 EVIDENCE
     ! Profile    2 Apps; changed since: targets        decided by mona on
                                                        2026-11-21
     ✔ Read App   proved · gatehouse-acme-control-read  verified with its own key
                                                        on 2026-11-21; unchanged
                                                        since then
     · Write App  missing                               no client ID is stored

       RECORD                          STATE               WHERE
     ✔ CP_FORGE_READ_APP_ID            set                 repository variables
     ✔ CP_FORGE_READ_APP_PRIVATE_KEY   set                 repository secrets
     ✖ CP_FORGE_WRITE_APP_ID           incomplete: no key  repository variables
     · CP_FORGE_WRITE_APP_PRIVATE_KEY  missing             repository secrets
     ? CP_FORGE_TOKEN                  set                 environment
                                                           control-plane
         only a run can check whether it works
     ✔ FORGE_TOKEN                     set                 each run
     ? CP_FORGE_*                      unknown             organization secrets
     ! CP_FORGE_TOKEN                  stray               organization secrets
         a run would use it where the environment has none

     ✖ Target coverage of the read App  wrong
         It covers 2 repositories, not exactly: acme/control, acme/web, acme/api.

       Next  Delete the secret CP_FORGE_TOKEN in the organization
             Change which repositories the read App covers:
       https://forge.example/organizations/acme/settings/installations/4711
             Complete and verify the setup:
       gatehouse setup --host forge.example --repo acme/control"
  `);
});

test("in 40 columns, the text is the same", () => {
  expect(print(full, 40)).toMatchInlineSnapshot(`
    " acme/control   incomplete · 3 things
     to do · read from forge.example just
     now

     ! Profile: 2 Apps; changed since:
       targets
         decided by mona on 2026-11-21
     ✔ Read App: proved ·
       gatehouse-acme-control-read
         verified with its own key on
         2026-11-21; unchanged since then
     · Write App: missing
         no client ID is stored

     ✔ CP_FORGE_READ_APP_ID: set
         repository variables
     ✔ CP_FORGE_READ_APP_PRIVATE_KEY: set
         repository secrets
     ✖ CP_FORGE_WRITE_APP_ID: incomplete:
       no key
         repository variables
     · CP_FORGE_WRITE_APP_PRIVATE_KEY:
       missing
         repository secrets
     ? CP_FORGE_TOKEN: set
         environment control-plane
         only a run can check whether it
           works
     ✔ FORGE_TOKEN: set
         each run
     ? CP_FORGE_*: unknown
         organization secrets
     ! CP_FORGE_TOKEN: stray
         organization secrets
         a run would use it where the
           environment has none

     ✖ Target coverage of the read App:
       wrong
         It covers 2 repositories, not
           exactly: acme/control, acme/web,
           acme/api.

       Next: Delete the secret
         CP_FORGE_TOKEN in the organization
       Change which repositories the read
         App covers:
    https://forge.example/organizations/acme/settings/installations/4711
       Complete and verify the setup:
       gatehouse setup --host \\
       forge.example --repo acme/control"
  `);
});

test("text of the forge and of committed files cannot forge a line of the status", () => {
  const text = print({
    records: [
      { name: "CP_FORGE_READ_APP_ID", kind: "variable", location: "repository", state: "set" },
    ],
    installations: [
      { role: "read", app: "a\n✔ b\u001b[2J", state: "wrong", reason: "it is\u202e suspended" },
    ],
    wrong: [{ id: "settings", title: "Settings", evidence: ["settings.json: no\u0007 mode"] }],
  });
  expect(text).toMatchInlineSnapshot(`
    " acme/control   incomplete · nothing to do · read from forge.example just now

       WHAT      STATE          EVIDENCE
     ✖ Read App  wrong · a ✔ b  it is suspended

       RECORD                STATE  WHERE
     ✔ CP_FORGE_READ_APP_ID  set    repository variables

     ✖ Settings  wrong
         settings.json: no mode"
  `);
});

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

test.each([
  [[], "nothing to do"],
  [[{ text: "Fix it" }], "1 thing to do"],
  [[{ text: "Fix it" }, { text: "Then wait" }], "2 things to do"],
])("the number of next steps is printed: %j", (next, text) => {
  expect(print({ next })).toContain(
    `acme/control   incomplete · ${text} · read from forge.example`,
  );
});
