import { expect, test } from "vitest";
import { evaluateStoredApp } from "../../../src/plane/setup/evaluate-stored-app.ts";
import type { StoredAppFacts } from "../../../src/plane/setup/evaluate-stored-app.ts";
import { someInstallation as installation } from "../../forge/resources/some-installation.ts";

const app = { clientId: "Iv1.a", slug: "reader" };
/** An account that can read nothing. */
const stranger: StoredAppFacts = {
  app,
  isFoundGone: false,
  account: "acme",
  installations: undefined,
  named: undefined,
  witness: undefined,
  isOwner: false,
};
const owner = { ...stranger, installations: [], isOwner: true };
const other = { clientId: "Iv1.b", slug: "reader", owner: "Acme" };
const unnamed = { clientId: "Iv1.a", slug: undefined };

test.each<[string, StoredAppFacts]>([
  ["is listed", { ...owner, installations: [installation] }],
  [
    "is listed, even if an earlier run did not find it,",
    { ...owner, installations: [installation], isFoundGone: true },
  ],
  ["is found under its name", { ...stranger, named: { ...app, owner: "acme" } }],
])("an App that %s exists", (_, facts) => {
  expect(evaluateStoredApp(facts)).toMatchObject({ state: "there", app });
});

test("an installation shows the current name of the App", () => {
  const installations = [{ ...installation, appSlug: "renamed" }];
  expect(evaluateStoredApp({ ...owner, installations })).toMatchObject({
    app: { slug: "renamed" },
  });
});

test.each<[string, StoredAppFacts]>([
  ["cannot see a list or other Apps", stranger],
  [
    "is the owner, if the App's name is unknown and installations are not listed",
    { ...stranger, isOwner: true, app: unnamed },
  ],
  ["is the owner, if the forge refuses the request for the App", { ...owner, named: "refused" }],
  [
    "is the owner, if only the ID is known and the forge refuses the request",
    { ...owner, app: unnamed, named: "refused" },
  ],
])("an App is not reported as missing to an account that %s", (_, facts) => {
  expect(evaluateStoredApp(facts)).toEqual({ state: "not to be seen", app: facts.app });
});

test.each<[string, StoredAppFacts, string[]]>([
  [
    "was found to be deleted",
    { ...stranger, isFoundGone: true },
    ["An earlier run found that App Iv1.a was deleted."],
  ],
  [
    "was found to be deleted, and cannot be requested,",
    { ...stranger, isFoundGone: true, named: "refused" },
    ["An earlier run found that App Iv1.a was deleted."],
  ],
  [
    "lost its name to another App",
    { ...stranger, named: other },
    ["The App reader has a different client ID: Iv1.b."],
  ],
  [
    "is invisible although the owner's other App is visible",
    { ...stranger, witness: "writer" },
    ["This account can see the App writer, but not the App reader."],
  ],
  [
    "is invisible to an owner",
    owner,
    [
      "This account cannot see the App reader.",
      "The installations of acme do not include the App.",
    ],
  ],
  [
    "is invisible to the user who owns it",
    { ...stranger, isOwner: true },
    ["This account cannot see the App reader."],
  ],
  [
    "is known only by its ID, and not listed,",
    { ...owner, app: unnamed, named: other },
    [
      "Only its client ID is known: Iv1.a.",
      "The App reader has a different client ID: Iv1.b.",
      "The installations of acme do not include the App.",
    ],
  ],
])("an App that %s is missing", (_, facts, seen) => {
  expect(evaluateStoredApp(facts)).toMatchObject({ state: "missing", seen });
});

test("a missing App can be replaced only by an App of the same owner", () => {
  expect(evaluateStoredApp({ ...owner, named: other })).toMatchObject({ successor: other });
  const foreign = { ...other, owner: "globex" };
  expect(evaluateStoredApp({ ...owner, named: foreign })).toMatchObject({ successor: undefined });
});
