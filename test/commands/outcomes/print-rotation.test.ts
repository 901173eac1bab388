import { expect, test } from "vitest";
import { rotationRows } from "../../../src/commands/outcomes/print-rotation.ts";
import type { RotationOutcome } from "../../../src/plane/rotate/journal-results.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const at = "2026-11-21T09:00:00.000Z";
const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
};

function outcomeOf(how: "seen" | "reported"): RotationOutcome {
  const what = "review run of dependency-review";
  const link = "https://github.com/acme/control/actions/runs/118";
  const evidence = {
    begun: { at },
    proved: { at, fingerprint: "SHA256:new" },
    stored: { at, fingerprint: "SHA256:new" },
    validated: { at, fingerprint: "SHA256:new", runs: [{ what, link, hasPassed: true as const }] },
    revoked: { at, by: "mona", how },
    rechecked: { at, findings: ["it works"] },
  };
  const rotations = [{ credential: "pat" as const, evidence }];
  return { startedAt: at, endedAt: at, by: "mona", credentials: ["pat"], rotations };
}

const print = (how: "seen" | "reported", columns?: number) =>
  printed((style) => rotationRows(outcomeOf(how), location, style), columns);

describeWidths("a rotation's end", (style) => rotationRows(outcomeOf("seen"), location, style));

test("a rotation prints the current state, its changes, and the next steps", () => {
  expect(print("seen")).toMatchInlineSnapshot(`
    " ✔ acme/control uses the new credentials
     ✔ CP_FORGE_TOKEN  old credential revoked; rejected since
                       2026-11-21T09:00:00.000Z
         New: SHA256:new
         review run of dependency-review: succeeded
       https://github.com/acme/control/actions/runs/118
         Old: unknown fingerprint
     │
     │ Changed  replaced CP_FORGE_TOKEN
     │ Next  Delete the files that the browser downloaded
     │       Show the status:
       gatehouse status --repo acme/control"
  `);
});

test("an old credential whose revocation is unverified is marked as such", () => {
  const text = print("reported", 200);
  expect(text).toContain(` ” CP_FORGE_TOKEN  old credential reported as revoked by mona at ${at}`);
});
