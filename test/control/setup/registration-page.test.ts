import { expect, test } from "vitest";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { buildManifest } from "../../../src/control/setup/manifest.ts";
import { renderRegistrationPage } from "../../../src/control/setup/registration-page.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const repository = requireRepositoryName("acme/control", "--repo");

test.each([
  ["read", readAppCeiling, "<li>Code scanning alerts: Read-only</li>"],
  ["write", writeAppCeiling, "<li>Pull requests: Read and write</li>"],
] as const)(
  "the %s App's page lists its permissions in the words of the forge's form",
  (role, ceiling, row) => {
    const request = { profile: resolveHost("github.com"), repository, role, name: "gatehouse" };
    const manifest = buildManifest(request, "http://127.0.0.1:1/registered");
    const page = renderRegistrationPage(manifest, "https://github.com/settings/apps/new");
    expect(page).toContain(row);
    const list = page.slice(page.indexOf("<ul>"));
    expect(list.match(/<li>/g)).toHaveLength(Object.keys(ceiling).length);
    expect(list).not.toMatch(/security|vulnerability|: (read|write)</);
  },
);
