import { expect, test } from "vitest";
import { docsUrl } from "../../../src/shared/docs-url.ts";
import { statusRows } from "../../../src/commands/outcomes/print-status.ts";
import type { StatusDocument } from "../../../src/plane/verify/status-document.ts";
import { addPages } from "../../../src/plane/verify/status-pages.ts";
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
const full = addPages({
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
      page: `${docsUrl}/verify.md#apps`,
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
});

describeWidths("the status", (style) => statusRows(full, style));

test("the status shows the inventory, the evidence, and the next steps", () => {
  expect(print(full)).toMatchInlineSnapshot(`
    " acme/control   incomplete · 3 things to do · read from forge.example just now

       WHAT       STATE                                 EVIDENCE
     ! Profile    2 Apps; changed since: targets        decided by mona on
                                                        2026-11-21
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#settings-and-decision
     ✔ Read App   proved · gatehouse-acme-control-read  verified with its own key
                                                        on 2026-11-21; unchanged
                                                        since then
     · Write App  missing                               no client ID is stored
       https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps

       RECORD                          STATE               WHERE
     ✔ CP_FORGE_READ_APP_ID            set                 repository variables
     ✔ CP_FORGE_READ_APP_PRIVATE_KEY   set                 repository secrets
     ✖ CP_FORGE_WRITE_APP_ID           incomplete: no key  repository variables
       https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
     · CP_FORGE_WRITE_APP_PRIVATE_KEY  missing             repository secrets
       https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
     ? CP_FORGE_TOKEN                  set                 environment
                                                           control-plane
         only a run can check whether it works
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#personal-access-token
     ✔ FORGE_TOKEN                     set                 each run
     ? CP_FORGE_*                      unknown             organization secrets
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#credentials-in-use
     ! CP_FORGE_TOKEN                  stray               organization secrets
         a run would use it where the environment has none
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#credentials-in-use

     ✖ Target coverage of the read App  wrong
         It covers 2 repositories, not exactly: acme/control, acme/web, acme/api.
       https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps

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
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#settings-and-decision
     ✔ Read App: proved ·
       gatehouse-acme-control-read
         verified with its own key on
         2026-11-21; unchanged since then
     · Write App: missing
         no client ID is stored
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps

     ✔ CP_FORGE_READ_APP_ID: set
         repository variables
     ✔ CP_FORGE_READ_APP_PRIVATE_KEY: set
         repository secrets
     ✖ CP_FORGE_WRITE_APP_ID: incomplete:
       no key
         repository variables
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
     · CP_FORGE_WRITE_APP_PRIVATE_KEY:
       missing
         repository secrets
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps
     ? CP_FORGE_TOKEN: set
         environment control-plane
         only a run can check whether it
           works
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#personal-access-token
     ✔ FORGE_TOKEN: set
         each run
     ? CP_FORGE_*: unknown
         organization secrets
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#credentials-in-use
     ! CP_FORGE_TOKEN: stray
         organization secrets
         a run would use it where the
           environment has none
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#credentials-in-use

     ✖ Target coverage of the read App:
       wrong
         It covers 2 repositories, not
           exactly: acme/control, acme/web,
           acme/api.
    https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps

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
    " acme/control   incomplete · read from forge.example just now

       WHAT      STATE          EVIDENCE
     ✖ Read App  wrong · a ✔ b  it is suspended

       RECORD                STATE  WHERE
     ✔ CP_FORGE_READ_APP_ID  set    repository variables

     ✖ Settings  wrong
         settings.json: no mode"
  `);
});

test.each([
  ["incomplete", [{ text: "Fix it" }], "incomplete · 1 thing to do"],
  ["incomplete", [{ text: "Fix it" }, { text: "Then wait" }], "incomplete · 2 things to do"],
  ["complete", [{ text: "Verify" }], "complete"],
  ["complete", [{ text: "Replace the PAT" }, { text: "Verify" }], "complete · 1 thing to do"],
] as const)(
  "if the status is %s, the number of next steps is printed: %j",
  (overallStatus, next, text) => {
    expect(print({ overallStatus, next })).toContain(
      `acme/control   ${text} · read from forge.example`,
    );
  },
);
