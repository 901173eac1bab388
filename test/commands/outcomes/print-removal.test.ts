import { expect, test } from "vitest";
import { removalRows } from "../../../src/commands/outcomes/print-removal.ts";
import { whyOfUnseen } from "../../../src/plane/remove/outcome.ts";
import type { RemovalOutcome } from "../../../src/plane/remove/outcome.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { fileRenderOptions, paintRows } from "../../../src/terminal/paint.ts";

const location = {
  profile: resolveHost("forge.example", "forge"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const print = (outcome: RemovalOutcome, width = 80) =>
  paintRows(removalRows(outcome, location, { ...fileRenderOptions, width }), { hasColour: false });

const secret = { id: "s", what: "secret CP_FORGE_TOKEN in environment control-plane" };
const pat = { id: "pat", what: "the fine-grained PAT itself" };
const word = { by: "mona", at: "2026-11-23T12:00:00.000Z" };
const history = {
  id: "h",
  what: "commits and runs",
  why: "history is kept",
  isOwn: false,
};

test("each deletion is marked as verified or reported, and each remaining item has a reason", () => {
  const deleted = [
    { ...secret, how: "verified" },
    { ...pat, how: "reported", word },
  ] as const;
  const outcome = { complete: true, deleted, remaining: [history] };
  expect(print(outcome)).toMatchInlineSnapshot(`
    " ✔ Nothing that gatehouse created is left in acme/control

     ✔ secret CP_FORGE_TOKEN in            removed
       environment control-plane
     ” the fine-grained PAT itself         removed, reported by mona on 2026-11-23

     · commits and runs  stays; history is kept
    "
  `);
  expect(print(outcome, 40)).toMatchInlineSnapshot(`
    " ✔ Nothing that gatehouse created is
       left in acme/control

     ✔ secret CP_FORGE_TOKEN in environment
       control-plane: removed
     ” the fine-grained PAT itself: removed,
       reported by mona on 2026-11-23

     · commits and runs: stays; history is
       kept
    "
  `);
});

test("each remaining item has a page where it can be deleted, and the command that continues is printed", () => {
  const link = "https://forge.example/organizations/acme/settings/apps/reader/advanced";
  const app = { id: "a", what: "the Read App reader", why: "postponed", isOwn: true, link };
  expect(print({ complete: false, deleted: [{ ...secret, how: "verified" }], remaining: [app] }))
    .toMatchInlineSnapshot(`
      " ! Parts of gatehouse are left in acme/control

       ✔ secret CP_FORGE_TOKEN in environment control-plane  removed

       ! the Read App reader  stays; postponed

         Next  Revoke the Read App reader when nothing uses it anymore:
         https://forge.example/organizations/acme/settings/apps/reader/advanced
               Remove the remaining items:
         gatehouse remove --host forge.example --brand forge --repo acme/control
      "
    `);
});

test("if nothing is set up, the output states that there is nothing to remove", () => {
  expect(print({ complete: true, deleted: [], remaining: [] })).toMatchInlineSnapshot(`
    " ✔ Nothing to remove: gatehouse is not set up in acme/control
    "
  `);
});

test("an invisible item is not reported as remaining", () => {
  const unseen = { id: "u", what: "secrets in the organization", why: whyOfUnseen, isOwn: false };
  expect(
    print({ complete: true, deleted: [{ ...secret, how: "verified" }], remaining: [unseen] }),
  ).toContain(" · secrets in the organization  not visible to this account");
});
