import { describe, expect, test } from "vitest";
import { describeHandOver } from "../../../src/commands/outcomes/print-hand-over.ts";
import { setUpRows } from "../../../src/commands/outcomes/print-setup.ts";
import type { SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { HandOver } from "../../../src/plane/setup/hand-over.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
  overallStatus: "incomplete" as const,
  status: undefined,
  changes: ["committed .github/control-plane.json"],
  duration: "",
  program: { name: "gatehouse-cli", version: "0.1.0", isPublished: false },
};
const repositories = ["acme/control", "acme/api"];

describe("Apps that an owner has to create", () => {
  const permissions = { actions: "read", contents: "read", metadata: "read" } as const;
  const handOver: HandOver = {
    askedBy: "hubot\u001b[2J",
    scope: "described",
    apps: [{ role: "read", name: "gatehouse-acme-control-read", permissions, repositories }],
  };
  const outcome: SetUpOutcome = {
    profile: "app",
    scope: "described",
    unchosen: [],
    apps: [],
    handOver,
    controlFile: "later",
  };
  const print = (columns: number) =>
    printed((style) => setUpRows(outcome, location, style), columns);

  describeWidths("its end", (style) => setUpRows(outcome, location, style));

  test("are shown as a message that can be copied without the rail", () => {
    expect(print(80)).toMatchInlineSnapshot(`
      " ! acme/control is pending
       │ An owner has to create 1 App.
       │ Send this message to an owner of acme. It contains no secrets.

      hubot asks an owner of acme to create 1 App for the repository acme/control on
      github.com.
      gatehouse uses such Apps to give AI agents restricted access to repositories.
      An owner has to create and install them.

      Read App: gatehouse-acme-control-read
      - Permissions: Read-only: Actions, Contents, Metadata; writes nothing
      - Repositories: acme/control, acme/api

      What to do (about 5 minutes, plus the installation of gatehouse):

      1. Install gatehouse 0.1.0 from a clone of its repository:
         https://github.com/gatehouse-cli/gatehouse
         npm ci && npm pack && npm install -g ./gatehouse-cli-0.1.0.tgz
      2. Sign in to github.com as an owner of acme:
         gh auth login --hostname github.com --scopes workflow
      3. Run:
         gatehouse setup --repo acme/control

      gatehouse shows what it creates, and asks you to confirm it. The browser opens
      three pages for each App: one creates the App, one installs it, and one selects
      its other repositories.
      gatehouse then stores the client IDs and the keys in acme/control. Never send a
      key or a code in a message.
      When it is complete, tell hubot, who then runs the same command.

       │
       │ Changed  committed .github/control-plane.json
       │ Next  After an owner has run the command, run setup again:
         gatehouse setup --repo acme/control
       │       Show the status:
         gatehouse status --repo acme/control
       │ Committed files, without secrets:
         https://github.com/acme/control/blob/HEAD/.github/control-plane.json
      https://github.com/acme/control/blob/HEAD/.github/control-plane-decision.json"
    `);
  });

  test("in 40 columns", () => {
    expect(print(40)).toMatchInlineSnapshot(`
      " ! acme/control is pending
       │ An owner has to create 1 App.
       │ Send this message to an owner of
       │ acme. It contains no secrets.

      hubot asks an owner of acme to create 1
      App for the repository acme/control on
      github.com.
      gatehouse uses such Apps to give AI
      agents restricted access to
      repositories. An owner has to create
      and install them.

      Read App: gatehouse-acme-control-read
      - Permissions: Read-only: Actions,
        Contents, Metadata; writes nothing
      - Repositories: acme/control, acme/api

      What to do (about 5 minutes, plus the
      installation of gatehouse):

      1. Install gatehouse 0.1.0 from a clone
         of its repository:
      https://github.com/gatehouse-cli/gatehouse
         npm ci && npm pack && npm install \\
         -g ./gatehouse-cli-0.1.0.tgz
      2. Sign in to github.com as an owner of
         acme:
         gh auth login --hostname \\
         github.com --scopes workflow
      3. Run:
         gatehouse setup --repo acme/control

      gatehouse shows what it creates, and
      asks you to confirm it. The browser
      opens three pages for each App: one
      creates the App, one installs it, and
      one selects its other repositories.
      gatehouse then stores the client IDs
      and the keys in acme/control. Never
      send a key or a code in a message.
      When it is complete, tell hubot, who
      then runs the same command.

       │
       │ Changed: committed
       │   .github/control-plane.json
       │ Next: After an owner has run the
       │   command, run setup again:
         gatehouse setup --repo acme/control
       │ Show the status:
         gatehouse status --repo acme/control
       │ Committed files, without secrets:
      https://github.com/acme/control/blob/HEAD/.github/control-plane.json
      https://github.com/acme/control/blob/HEAD/.github/control-plane-decision.json"
    `);
  });

  test("keep their options in the command for the rerun", () => {
    const apps = [{ role: "read", name: "reader", permissions, repositories }] as const;
    const later = { ...outcome, handOver: { ...handOver, scope: "later", apps } } as const;
    expect(printed((style) => setUpRows(later, location, style), 80)).toContain(
      " run setup again:\n   gatehouse setup --repo acme/control --read-app-name reader \\\n   --read-repository acme/api\n",
    );
  });

  test("are part of the JSON document, with the command and the message", () => {
    const { command, message, ...others } = describeHandOver(handOver, location);
    expect(command).toBe("gatehouse setup --repo acme/control");
    expect(message.split("\n")).toContain(`   ${command}`);
    expect(others).toMatchObject({
      askedOf: "acme",
      apps: [
        {
          role: "read",
          name: "gatehouse-acme-control-read",
          repositories,
          variable: "CP_FORGE_READ_APP_ID",
          secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
          permissions,
        },
      ],
    });
  });
});
