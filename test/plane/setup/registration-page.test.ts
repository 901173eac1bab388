import { expect, test } from "vitest";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { buildManifest } from "../../../src/plane/setup/manifest.ts";
import { renderRegistrationPage } from "../../../src/plane/setup/registration-page.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const repository = requireRepositoryName("acme/control", "--repo");

const topic = { subject: "set up acme/control", position: { at: 5, of: 9 } };

test.each([
  ["read", readAppCeiling, "Code scanning alerts: Read-only Code-security evidence."],
  ["write", writeAppCeiling, "Pull requests: Read and write Emit approved pull-request outputs."],
] as const)(
  "the %s App's page lists its permissions with the labels of the forge's form, and their purposes",
  (role, ceiling, row) => {
    const request = {
      profile: resolveHost("github.com"),
      repository,
      role,
      name: "gatehouse",
      ceiling,
    };
    const manifest = buildManifest(request, "http://127.0.0.1:1/registered");
    const page = renderRegistrationPage(manifest, { ...topic, role, action: "/somewhere" });
    const text = page.replaceAll("</dt><dd>", " ").replaceAll(/<[^>]+>/g, "");
    expect(text).toContain(row);
    const named = [...page.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, words = ""]) => words).join();
    expect(page.match(/<dt>/g)).toHaveLength(Object.keys(ceiling).length);
    expect(named).not.toMatch(/security|vulnerability|>(read|write)</);
  },
);

test("the page shows the current step and the next one before its button and the permissions", () => {
  const app = { name: "eyes", ceiling: readAppCeiling };
  const request = { profile: resolveHost("github.com"), repository, ...app };
  const manifest = buildManifest({ ...request, role: "read" }, "http://127.0.0.1:1/registered");
  const draw = (more: { isSaved?: true }) =>
    renderRegistrationPage(manifest, { ...topic, role: "read", action: "/somewhere", ...more });
  const served = draw({});
  const inOrder = [
    "set up acme/control",
    "5 of 9 · Create the Read App",
    "<h1>",
    "<h2>Next steps</h2>",
  ];
  const locations = [...inOrder, "<strong>eyes</strong>", "<button", "<h2>Permissions</h2>"].map(
    (text) => served.indexOf(text),
  );
  expect(locations).toEqual(locations.toSorted((one, other) => one - other));
  expect(locations).not.toContain(-1);
  expect(served).toContain("You are redirected back here. Then return to the terminal.");
  // On another machine, the address has no server.
  expect(draw({ isSaved: true })).toContain(
    "Copy the complete address, and press p in the terminal.",
  );
});
