import { describe, expect, test } from "vitest";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { buildManifest } from "../../../src/plane/setup/manifest.ts";
import { planSetUp } from "../../../src/plane/setup/plan.ts";

const profile = resolveHost("github.com");
const repository = requireRepositoryName("acme/control", "--repo");

describe("an App manifest", () => {
  test("requests a private App without events, with a disabled webhook that has an address", () => {
    const request = { profile, repository, role: "read", name: "reader" } as const;
    expect(buildManifest(request, "http://127.0.0.1:4173/registered")).toEqual({
      name: "reader",
      url: "https://github.com/acme/control",
      description: "Reads approved target repositories for the control plane in acme/control.",
      public: false,
      redirect_url: "http://127.0.0.1:4173/registered",
      hook_attributes: { url: "https://github.com/acme/control", active: false },
      default_events: [],
      default_permissions: readAppCeiling,
      request_oauth_on_install: false,
      setup_on_update: false,
    });
  });

  test("requests exactly the ceiling of its role", () => {
    const request = { profile, repository, role: "write", name: "writer" } as const;
    expect(buildManifest(request, "http://127.0.0.1:1/registered").default_permissions).toEqual(
      writeAppCeiling,
    );
  });
});

describe("a setup plan", () => {
  const plan = planSetUp({ profile, repository, appNames: { write: "acme writer" }, port: 0 });

  test("names both Apps, their records and their pages", () => {
    expect(Object.keys(plan)).toEqual(["repo", "apps"]);
    expect(plan.repo).toBe("acme/control");
    expect(plan.apps).toMatchObject([
      {
        role: "read",
        variable: "CP_FORGE_READ_APP_ID",
        secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
        manifest: { name: "gatehouse-acme-control-read" },
        registrationUrl: "https://github.com/organizations/acme/settings/apps/new",
      },
      {
        role: "write",
        variable: "CP_FORGE_WRITE_APP_ID",
        secret: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
        manifest: { name: "acme writer" },
      },
    ]);
  });

  test("is the same each time", () => {
    const again = planSetUp({ profile, repository, appNames: { write: "acme writer" }, port: 0 });
    expect(again).toEqual(plan);
  });
});
