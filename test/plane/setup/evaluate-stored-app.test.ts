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
    "is listed, whatever an earlier run found",
    { ...owner, installations: [installation], isFoundGone: true },
  ],
  ["bears its name", { ...stranger, named: { ...app, owner: "acme" } }],
])("an App that %s is there", (_, facts) => {
  expect(evaluateStoredApp(facts)).toMatchObject({ state: "there", app });
});

test("an installation shows the current name of the App", () => {
  const installations = [{ ...installation, appSlug: "renamed" }];
  expect(evaluateStoredApp({ ...owner, installations })).toMatchObject({
    app: { slug: "renamed" },
  });
});

test.each<[string, StoredAppFacts]>([
  ["is shown neither list nor other Apps", stranger],
  [
    "owns the account, where nothing tells its name and there is no list",
    { ...stranger, isOwner: true, app: unnamed },
  ],
  ["owns the account, and is refused the look", { ...owner, named: "refused" }],
  ["is refused the look, where only its ID is known", { ...owner, app: unnamed, named: "refused" }],
])("an App is not missed by a login that %s", (_, facts) => {
  expect(evaluateStoredApp(facts)).toEqual({ state: "not to be seen", app: facts.app });
});

test.each<[string, StoredAppFacts, string[]]>([
  [
    "was found gone",
    { ...stranger, isFoundGone: true },
    ["An earlier run found that App Iv1.a was deleted."],
  ],
  [
    "was found gone, and may not be looked for",
    { ...stranger, isFoundGone: true, named: "refused" },
    ["An earlier run found that App Iv1.a was deleted."],
  ],
  [
    "has lost its name to another App",
    { ...stranger, named: other },
    ["The App reader has a different client ID: Iv1.b."],
  ],
  [
    "is not shown where the other App of its owner is",
    { ...stranger, witness: "writer" },
    ["This account can see the App writer, but not the App reader."],
  ],
  [
    "is not shown to an owner",
    owner,
    [
      "This account cannot see the App reader.",
      "The installations of acme do not include the App.",
    ],
  ],
  [
    "is not shown to the person whose it is",
    { ...stranger, isOwner: true },
    ["This account cannot see the App reader."],
  ],
  [
    "is known by its ID alone, and not listed",
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

test("only an App of the same owner can replace one that is missing", () => {
  expect(evaluateStoredApp({ ...owner, named: other })).toMatchObject({ successor: other });
  const foreign = { ...other, owner: "globex" };
  expect(evaluateStoredApp({ ...owner, named: foreign })).toMatchObject({ successor: undefined });
});
