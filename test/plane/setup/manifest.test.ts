import { describe, expect, test } from "vitest";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { buildManifest } from "../../../src/plane/setup/manifest.ts";

const profile = resolveHost("github.com");
const repository = requireRepositoryName("acme/control", "--repo");

describe("an App manifest", () => {
  test("requests a private App without events, with a disabled webhook that has an address", () => {
    const request = {
      profile,
      repository,
      role: "read",
      name: "reader",
      ceiling: readAppCeiling,
    } as const;
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

  test("requests exactly the permissions of its ceiling", () => {
    const ceiling = { issues: "write", metadata: "read" } as const;
    const request = { profile, repository, role: "write", name: "writer", ceiling } as const;
    expect(buildManifest(request, "http://127.0.0.1:1/registered").default_permissions).toEqual(
      ceiling,
    );
  });
});
