import { describe, expect, test } from "vitest";
import { setUpRows } from "../../../src/commands/outcomes/print-setup.ts";
import type { SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { describeEmbeddedHost, resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
  overallStatus: "complete" as const,
  status: undefined,
  changes: [
    "committed .github/control-plane.json",
    "made the App gatehouse-acme-control-read",
    "stored CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY",
  ],
  duration: "took 6 min",
  program: { name: "gatehouse-cli", version: "0.1.0", isPublished: false },
};

const repositories = ["acme/control", "acme/api"];
const known = { role: "read", slug: "gatehouse-acme-control-read", clientId: "Iv1.a" } as const;
const app = { ...known, repositories, installation: "proved" } as const;
const complete: SetUpOutcome = { profile: "app", scope: "described", unchosen: [], apps: [app] };
const later = { profile: undefined, scope: "later", unchosen: [] } as const;

type Change = Partial<Omit<typeof location, "overallStatus">> & {
  overallStatus?: "complete" | "incomplete";
};

function print(outcome: SetUpOutcome, change: Change = {}, columns?: number) {
  return printed((style) => setUpRows(outcome, { ...location, ...change }, style), columns);
}

describeWidths("a setup's end", (style) => setUpRows(complete, location, style));

describe("a setup prints the current state, its changes, and the next steps", () => {
  test("in 80 columns", () => {
    expect(print(complete)).toMatchInlineSnapshot(`
      " ✔ acme/control is set up with one App                               took 6 min
       ✔ Read App  gatehouse-acme-control-read · verified with its own key
           CP_FORGE_READ_APP_ID = Iv1.a
           CP_FORGE_READ_APP_PRIVATE_KEY is set
       │
       │ Changed  committed .github/control-plane.json
       │          made the App gatehouse-acme-control-read
       │          stored CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY
       │ Next  Verify everything before promotion:
         gatehouse verify --repo acme/control
       │       Show the status:
         gatehouse status --repo acme/control
       │ Committed files, without secrets:
         https://github.com/acme/control/blob/HEAD/.github/control-plane.json
      https://github.com/acme/control/blob/HEAD/.github/control-plane-decision.json"
    `);
  });

  test("in 40 columns", () => {
    expect(print(complete, {}, 40)).toMatchInlineSnapshot(`
      " ✔ acme/control is set up with one App
       │ took 6 min
       ✔ Read App:
         gatehouse-acme-control-read ·
         verified with its own key
           CP_FORGE_READ_APP_ID = Iv1.a
           CP_FORGE_READ_APP_PRIVATE_KEY is
             set
       │
       │ Changed: committed
       │   .github/control-plane.json
       │ made the App
       │   gatehouse-acme-control-read
       │ stored CP_FORGE_READ_APP_ID and
       │   CP_FORGE_READ_APP_PRIVATE_KEY
       │ Next: Verify everything before
       │   promotion:
         gatehouse verify --repo acme/control
       │ Show the status:
         gatehouse status --repo acme/control
       │ Committed files, without secrets:
      https://github.com/acme/control/blob/HEAD/.github/control-plane.json
      https://github.com/acme/control/blob/HEAD/.github/control-plane-decision.json"
    `);
  });

  test("and states that nothing changed if a rerun finds its own work", () => {
    expect(print(complete, { changes: [] })).toContain(" │ Nothing was changed.\n");
  });
});

test("a first agent is the first step after the control file is committed", () => {
  const step =
    "Next  Write a first agent in a clone of acme/control:\n   gatehouse new review --workflow";
  const written: SetUpOutcome = { ...complete, controlFile: "written" };
  expect(print(written)).toContain(step);
  expect(print(written, { profile: resolveHost("http://127.0.0.1:1", "github") })).toContain(
    "gatehouse demo --host http://127.0.0.1:1 --brand github --repo acme/control",
  );
  const others = [
    print({ ...complete, controlFile: "unchanged" }),
    // The forge of this process is that of the demo, which runs an agent itself.
    print(written, { profile: describeEmbeddedHost("http://127.0.0.1:1") }),
    print(written, { overallStatus: "incomplete" }),
  ];
  for (const text of others) expect(text).not.toContain("a first agent");
});

test("no page of the embedded forge is linked, because the forge stops with the program", () => {
  expect(print(complete, { profile: resolveHost("http://127.0.0.1:1") })).not.toContain("/blob/");
});

test.each([
  [[app], "is set up with one App"],
  [[app, { ...app, role: "write" as const }], "is set up with two Apps"],
])("the number of Apps is printed", (apps, text) => {
  expect(print({ ...complete, apps })).toContain(` ✔ acme/control ${text} `);
});

test("the outcome of a setup with a PAT shows its location, its expiry, and who replaces it", () => {
  const pat = {
    environment: "control-plane",
    expiresAt: "2026-12-21T10:00:00.000Z",
    rotationOwner: "olga\u001b[2J",
    state: "proved" as const,
  };
  const text = print({ ...complete, profile: "pat", apps: [], pat }, { changes: [], duration: "" });
  expect(text).toMatchInlineSnapshot(`
    " ✔ acme/control is set up with a personal access token
     ✔ PAT  CP_FORGE_TOKEN · expires on 2026-12-21
         Stored in the environment control-plane.
         olga replaces it before it expires.
     │
     │ Nothing was changed.
     │ Next  Verify everything before promotion:
       gatehouse verify --repo acme/control
     │       Show the status:
       gatehouse status --repo acme/control
     │ Committed files, without secrets:
       https://github.com/acme/control/blob/HEAD/.github/control-plane.json
    https://github.com/acme/control/blob/HEAD/.github/control-plane-decision.json"
  `);
});

describe("an App that an owner has to install", () => {
  const pending = { ...app, installation: "pending" } as const;
  const incomplete = { overallStatus: "incomplete", duration: "" } as const;

  describeWidths("its end", (style) =>
    setUpRows({ ...later, apps: [pending] }, { ...location, ...incomplete }, style),
  );

  test("is shown with the text to send to the owner", () => {
    expect(print({ ...later, apps: [pending] }, incomplete)).toMatchInlineSnapshot(`
      " ! acme/control is not complete yet
       ? Read App  gatehouse-acme-control-read · pending approval by an owner
           CP_FORGE_READ_APP_ID = Iv1.a
           CP_FORGE_READ_APP_PRIVATE_KEY is set
           Send this to an owner of acme:
           Please install the App gatehouse-acme-control-read on acme: choose "Only
             select repositories" and exactly acme/control, acme/api.
         https://github.com/apps/gatehouse-acme-control-read/installations/new
       │
       │ Changed  committed .github/control-plane.json
       │          made the App gatehouse-acme-control-read
       │          stored CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY
       │ Next  Complete and verify the setup:
         gatehouse setup --repo acme/control
       │       Show the status:
         gatehouse status --repo acme/control"
    `);
    const unnamed = { ...pending, slug: undefined };
    expect(print({ ...later, apps: [unnamed] })).toContain(
      "\n   https://github.com/organizations/acme/settings/apps\n",
    );
  });

  test("for many repositories of the same owner, lists the names without the owner", () => {
    const many = { ...pending, repositories: [...repositories, "acme/web", "acme/docs"] };
    const text = print({ ...later, apps: [many] }).replaceAll(/\s+/g, " ");
    expect(text).toContain(
      ' on acme: choose "Only select repositories" and exactly these 4: control, api, web, docs.',
    );
  });
});

test("an owner who created Apps for another user is reminded of that user first", () => {
  expect(print({ ...complete, createdFor: "hubot" })).toContain(
    " │ Next  Ask hubot to complete the setup:\n   gatehouse setup --repo acme/control\n",
  );
});
