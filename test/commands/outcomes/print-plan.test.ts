import { expect, test } from "vitest";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { planRows } from "../../../src/commands/outcomes/print-plan.ts";
import { planSetUp } from "../../../src/plane/setup/plan.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const none = { clientId: undefined, hasKey: false };
const plan = planSetUp(
  {
    profile: resolveHost("github.com"),
    repository: requireRepositoryName("acme/control", "--repo"),
    port: 41873,
    appNames: {},
    ceilings,
  },
  {
    access: { isAdmin: true, isOwner: false },
    account: { login: "acme", kind: "organization" },
    scope: "valid",
    needed: { isDecided: true, profile: "app", roles: ["read"] },
    credentials: {
      read: { halves: { clientId: "Iv1.a", hasKey: true }, made: undefined, named: undefined },
      write: { halves: none, made: undefined, named: undefined },
    },
    problems: ["it is archived, so it cannot be changed"],
  },
);

describeWidths("a plan", (style) => planRows(plan, style));

test("a plan names the state, both Apps, their permissions, and where their records are stored", () => {
  const text = printed((style) => planRows(plan, style));
  const withoutManifests = text.replaceAll(/Manifest:\n {3}\{[^]*?\n {3}\}/g, "Manifest: …");
  expect(withoutManifests).toMatchInlineSnapshot(`
    " acme/control   dry run · read from github.com just now. Nothing was changed.

       Your role  administrator of the repository, not an owner of the account
       Scope      committed
       Profile    app
     ✖ Setup would stop: it is archived, so it cannot be changed

     ✔ Read App: exists already
       Its client ID and key are stored.
       Read-only: Actions, Checks, Code scanning alerts, Commit statuses, Contents,
       Dependabot alerts, Issues, Metadata, Packages, Pull requests, Secret
       scanning alerts; writes nothing
       Name         gatehouse-acme-control-read
       Client ID    variable CP_FORGE_READ_APP_ID: Iv1.a
       Private key  secret CP_FORGE_READ_APP_PRIVATE_KEY
       Registration page:
       https://github.com/organizations/acme/settings/apps/new
       Manifest: …

     – Write App: not needed
       It is not needed for the profile app.
       Read and write: Actions, Contents, Issues, Pull requests; Read-only:
       Administration, Metadata
       Name         gatehouse-acme-control-write
       Client ID    variable CP_FORGE_WRITE_APP_ID
       Private key  secret CP_FORGE_WRITE_APP_PRIVATE_KEY
       Registration page:
       https://github.com/organizations/acme/settings/apps/new
       Manifest: …"
  `);
});
