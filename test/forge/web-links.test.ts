import { expect, test } from "vitest";
import { readAppCeiling } from "../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import {
  activeTokensPage,
  appSettingsLink,
  installationLink,
  installLink,
  registrationLink,
  tokensPage,
} from "../../src/forge/web-links.ts";
import { filledRegistrationLink } from "../../src/plane/setup/manifest.ts";
import type { Account } from "../../src/forge/account.ts";

const acme: Account = { login: "acme", id: 42, kind: "organization" };
const mona: Account = { login: "mona", id: 7, kind: "user" };
const open = resolveHost("github.com");
const own = resolveHost("git.acme.example");

test.each([
  [registrationLink(open, acme), "https://github.com/organizations/acme/settings/apps/new"],
  [registrationLink(open, mona), "https://github.com/settings/apps/new"],
  [registrationLink(own, acme), "https://git.acme.example/organizations/acme/settings/apps/new"],
  [
    appSettingsLink(open, acme, "reader"),
    "https://github.com/organizations/acme/settings/apps/reader",
  ],
  [appSettingsLink(open, mona, "reader"), "https://github.com/settings/apps/reader"],
  [
    installationLink(open, acme, 9),
    "https://github.com/organizations/acme/settings/installations/9",
  ],
  [installationLink(open, mona, 9), "https://github.com/settings/installations/9"],
  [tokensPage(own), "https://git.acme.example/settings/personal-access-tokens"],
  [
    activeTokensPage(open, "acme"),
    "https://github.com/organizations/acme/settings/personal-access-tokens/active",
  ],
])("%s points to %s", (link, expected) => {
  expect(link).toBe(expected);
});

test.each([
  [open, "https://github.com/apps/reader"],
  [own, "https://git.acme.example/github-apps/reader"],
])("the installation page names the owner and each repository", (profile, page) => {
  const link = new URL(installLink(profile, "reader", { account: acme, repositoryIds: [3, 5] }));
  expect(`${link.origin}${link.pathname}`).toBe(`${page}/installations/new/permissions`);
  expect([...link.searchParams]).toEqual([
    ["suggested_target_id", "42"],
    ["repository_ids[]", "3"],
    ["repository_ids[]", "5"],
  ]);
});

test("the page for a manual registration is filled in with the ceiling, private and without a webhook", () => {
  const repository = requireRepositoryName("acme/control", "--repo");
  const app = { role: "read", name: "a & b", ceiling: readAppCeiling } as const;
  const request = { profile: open, repository, ...app };
  const link = new URL(filledRegistrationLink(request, acme));
  expect(Object.fromEntries(link.searchParams)).toEqual({
    name: "a & b",
    url: "https://github.com/acme/control",
    public: "false",
    webhook_active: "false",
    ...readAppCeiling,
  });
});
