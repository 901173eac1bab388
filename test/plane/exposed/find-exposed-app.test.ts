import { expect, test } from "vitest";
import { findExposedApp } from "../../../src/plane/exposed/find-exposed-app.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { failureOf } from "../../forge/forge-bench.ts";

const stored = { variables: [{ name: "CP_FORGE_READ_APP_ID", value: "Iv1.a" }], secrets: [] };

/** Searches for the read App on a forge whose requests with this path part fail. */
const findWith = (part: string, failure: Error) =>
  findExposedApp(
    {
      repository: requireRepositoryName("acme/control", "--repo"),
      client: {
        profile: resolveHost("forge.example"),
        request: (method, path) => {
          if (path.includes(part)) return Promise.reject(failure);
          const title = `${method} ${path}`;
          return Promise.resolve({ title, status: 200, headers: {}, body: stored });
        },
      },
    },
    "read",
  );

const refusal = new RefusedByForge({ status: 409, request: "GET it", message: "no" });

test("an App is identified by its client ID if installations cannot be listed", async () => {
  expect(await findWith("/installations", refusal)).toEqual({
    clientId: "Iv1.a",
    slug: undefined,
    installationId: undefined,
  });
});

test("an App is unknown if the stored records cannot be read", async () => {
  expect(await findWith("/variables", refusal)).toBeUndefined();
});

test.each(["/installations", "/variables"])(
  "a bug during the request to %s is thrown",
  async (part) => {
    const bug = new TypeError("x is undefined");
    expect(await failureOf(findWith(part, bug))).toBe(bug);
  },
);
