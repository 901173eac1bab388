import { describe, expect, test } from "vitest";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { toJournal } from "../../../src/prompts/restore-from.ts";
import type { StepKey } from "../../../src/shared/step-key.ts";
import {
  begunStep,
  keychainStep,
  installedStep,
  keyDateStep,
  madeStep,
  namedStep,
  patProvedStep,
  registeredStep,
  repositoriesStep,
  storedStep,
} from "../../../src/plane/setup/journal-steps.ts";
import { keychainAccount } from "../../../src/plane/setup/unsaved-keys.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const location = { profile: { host: "forge.example" }, repository, role: "read" } as const;

test("every step ID starts with the host, the repository and the role, and contains the step's inputs", () => {
  expect(
    [
      namedStep(location),
      registeredStep(location),
      madeStep(location),
      keychainStep(location),
      repositoriesStep(location),
      storedStep(location, "Iv1.a", "SHA256:x"),
      installedStep(location, "Iv1.a", ["acme/control", "acme/web"]),
      begunStep(location, "Iv1.a"),
      keyDateStep(location, "Iv1.a"),
      patProvedStep(location, {
        environment: "guarded",
        repositories: ["acme/Web", "acme/control"],
      }),
    ].map(({ id }) => id),
  ).toEqual([
    "forge.example acme/control read name",
    "forge.example acme/control read registered",
    "forge.example acme/control read app",
    "forge.example acme/control read held key",
    "forge.example acme/control read repositories",
    "forge.example acme/control read stored Iv1.a SHA256:x",
    "forge.example acme/control read installed Iv1.a acme/control,acme/web",
    "forge.example acme/control read begun Iv1.a",
    "forge.example acme/control read key date Iv1.a",
    "forge.example acme/control pat proved guarded acme/control,acme/web",
  ]);
});

test("a proof has the same step ID if the repositories are in a different order", () => {
  const [one, other] = [
    ["acme/control", "acme/web", "acme/api"],
    ["acme/control", "acme/Api", "acme/web"],
  ];
  expect(installedStep(location, "Iv1.a", one).id).toBe(installedStep(location, "Iv1.a", other).id);
});

test("a step ID does not depend on the case of repository names", () => {
  const other = { ...location, repository: requireRepositoryName("Acme/Control", "--repo") };
  expect(madeStep(other).id).toBe(madeStep(location).id);
  expect(installedStep(other, "Iv1.a", ["Acme/Control"]).id).toBe(
    installedStep(location, "Iv1.a", ["acme/control"]).id,
  );
});

const app = { clientId: "Iv1.a", slug: "reader" };
const made = {
  ...app,
  permissions: { contents: "read" },
  events: [],
  isProvided: false,
  keyId: "secret 1",
};
const proof = {
  installationId: 9,
  updatedAt: "2026-01-01T00:00:00Z",
  provedAt: "2026-01-02T00:00:00Z",
};
const guarded = { environment: "guarded", repositories: ["acme/web", "acme/control"] };
const provedPat = patProvedStep(location, guarded);
const patProof = {
  storedAt: "2026-01-01T00:00:00Z",
  expiresAt: "2026-03-01T00:00:00.000Z",
  provedAt: "2026-01-02T00:00:00Z",
};
const held = { account: "forge.example/acme/control/read/Iv1.a", app };
const proved = installedStep(location, "Iv1.a", ["acme/control"]);

test.each<[string, StepKey<unknown>, unknown]>([
  ["an App name", namedStep(location), "reader"],
  ["a registration", registeredStep(location), true],
  ["an App", madeStep(location), made],
  ["a key in the keychain", keychainStep(location), held],
  ["a stored key", storedStep(location, "Iv1.a", "SHA256:x"), true],
  ["a proof", proved, proof],
  ["a token proof", provedPat, patProof],
  ["a list of repositories", repositoriesStep(location), ["acme/control", "acme/web"]],
  ["a key date", keyDateStep(location, "Iv1.a"), proof.updatedAt],
])("%s is read back as it was written", (_, key, result) => {
  expect(key.read(JSON.parse(JSON.stringify(toJournal(key, result))))).toEqual(result);
});

test("a proof is bound to its observations, its App, and its repositories", () => {
  const written = toJournal(proved, proof) as object;
  expect(proved.read(written)).toEqual(proof);
  const widened = installedStep(location, "Iv1.a", ["acme/control", "acme/web"]);
  const other = installedStep(location, "Iv1.b", ["acme/control"]);
  expect([widened.read(written), other.read(written), proved.read(proof)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const change of [{ updatedAt: "2026-02-01T00:00:00Z" }, { installationId: 10 }]) {
    expect(proved.read({ ...written, ...change })).toBeUndefined();
  }
});

test("a token proof is bound to its location and purpose, in any order", () => {
  const written = toJournal(provedPat, patProof) as object;
  const turned = { ...guarded, repositories: guarded.repositories.toReversed() };
  expect(patProvedStep(location, turned).read(written)).toEqual(patProof);
  const locations = [
    { ...guarded, environment: "other" },
    { ...guarded, repositories: ["acme/control"] },
  ];
  for (const other of locations) {
    expect(patProvedStep(location, other).id).not.toBe(provedPat.id);
    expect(patProvedStep(location, other).read(written)).toBeUndefined();
  }
  const later = { ...written, storedAt: "2026-02-01T00:00:00Z" };
  expect(provedPat.read(later)).toBeUndefined();
});

test("an App that is known only by its client ID has no slug", () => {
  const unnamed = { clientId: "Iv1.a", slug: undefined };
  expect(keychainStep(location).read({ ...held, app: { clientId: "Iv1.a" } })).toStrictEqual({
    ...held,
    app: unnamed,
  });
  expect(keychainStep(location).read({ ...held, app: { ...app, slug: 7 } })?.app).toStrictEqual(
    unnamed,
  );
  expect(madeStep(location).read({ ...made, isProvided: undefined })?.isProvided).toBe(true);
  expect(madeStep(location).read({ ...made, slug: undefined })).toStrictEqual({
    ...made,
    ...unnamed,
  });
});

describe("a modified result is ignored", () => {
  const junk = [undefined, null, true, 7, "x", [], {}];
  test.each<[string, StepKey<unknown>, unknown[]]>([
    ["an App name", namedStep(location), [undefined, null, true, 7, [], {}]],
    ["a registration", registeredStep(location), [undefined, null, false, 1, "true", [], {}]],
    [
      "an App",
      madeStep(location),
      [
        ...junk,
        { ...made, clientId: 1 },
        { ...made, permissions: { contents: 1 } },
        { ...made, events: "push" },
        { ...made, keyId: undefined },
      ],
    ],
    ["a proof", proved, [...junk, { ...proof, installationId: "9" }, [proof]]],
    ["a proof", proved, [{ ...proof, installationId: 9.5 }, { installationId: 9 }]],
    [
      "a key in the keychain",
      keychainStep(location),
      [...junk, { ...held, app: null }, { ...held, account: 1 }],
    ],
    [
      "a list of repositories",
      repositoriesStep(location),
      [null, "a/b", {}, [1], ["acme"], ["a b/c"], ["a/b", "a/b/c"]],
    ],
    ["a key date", keyDateStep(location, "Iv1.a"), [null, 7, {}]],
  ])("%s", (_what, { read }, results) => {
    expect(results.map((result) => read(result))).toEqual(results.map(() => undefined));
  });
});

test("a key in the keychain has a separate entry per host, repository, role and App", () => {
  const key = new Secret("the-key-itself");
  const account = keychainAccount(
    { profile: resolveHost("forge.example"), repository },
    { role: "read", app, key },
  );
  expect(account).toBe("forge.example/acme/control/read/Iv1.a");
});
