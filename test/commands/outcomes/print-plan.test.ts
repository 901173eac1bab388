import { expect, test } from "vitest";
import { planRows } from "../../../src/commands/outcomes/print-plan.ts";
import { planSetUp } from "../../../src/plane/setup/plan.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const plan = planSetUp({
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
  port: 41873,
  appNames: {},
});

describeWidths("a plan", (style) => planRows(plan, style));

test("a plan names both Apps, their permissions, and where their records are stored", () => {
  const text = printed((style) => planRows(plan, style));
  expect(text.slice(0, text.indexOf("Manifest:"))).toMatchInlineSnapshot(`
    " acme/control   setup would create 2 Apps. Nothing was changed.

     ○ Read App: gatehouse-acme-control-read
       Read-only: Actions, Checks, Code scanning alerts, Commit statuses, Contents,
       Dependabot alerts, Issues, Metadata, Packages, Pull requests, Secret
       scanning alerts; writes nothing
       Client ID    variable CP_FORGE_READ_APP_ID
       Private key  secret CP_FORGE_READ_APP_PRIVATE_KEY
       Registration page:
       https://github.com/organizations/acme/settings/apps/new
       "
  `);
});
