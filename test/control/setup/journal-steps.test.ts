import { expect, test } from "vitest";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import {
  heldStep,
  installedStep,
  madeStep,
  repositoriesStep,
  storedStep,
} from "../../../src/control/setup/journal-steps.ts";
import { holdAccount } from "../../../src/control/setup/unsaved-keys.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const place = { profile: { host: "forge.example" }, repository, role: "read" } as const;

test("every step begins with the host, the repository and the role, and carries what it was done with", () => {
  expect([
    madeStep(place),
    heldStep(place),
    repositoriesStep(place),
    storedStep(place, "Iv1.a", "SHA256:x"),
    installedStep(place, "Iv1.a", ["acme/control", "acme/web"]),
  ]).toEqual([
    "forge.example acme/control read app",
    "forge.example acme/control read held key",
    "forge.example acme/control read repositories",
    "forge.example acme/control read stored Iv1.a SHA256:x",
    "forge.example acme/control read installed Iv1.a acme/control,acme/web",
  ]);
});

test("a step is the same in other cases of the names of repositories", () => {
  const other = { ...place, repository: requireRepositoryName("Acme/Control", "--repo") };
  expect(madeStep(other)).toBe(madeStep(place));
  expect(installedStep(other, "Iv1.a", ["Acme/Control"])).toBe(
    installedStep(place, "Iv1.a", ["acme/control"]),
  );
});

test("a key that is held has a place of its own for each host, repository, role and App", () => {
  const app = { clientId: "Iv1.a", slug: "reader" };
  const key = new Secret("the-key-itself");
  const account = holdAccount(
    { profile: resolveHost("forge.example"), repository },
    { role: "read", app, key },
  );
  expect(account).toBe("forge.example/acme/control/read/Iv1.a");
});
