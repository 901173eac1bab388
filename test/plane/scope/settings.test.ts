import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainSettings } from "../../../src/plane/scope/explain-settings.ts";
import { parseSettings, renderSettings } from "../../../src/plane/scope/settings.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { path, text, written } from "./written-settings.ts";

describe("valid settings", () => {
  it("derive the owners from the targets, and use the default environment name", () => {
    expect(parseSettings(text(), path)).toEqual({
      ...written,
      allowedOwners: ["acme"],
      environment: "control-plane",
    });
  });

  it("are read back as they were rendered", () => {
    const owner = fc.constantFrom("acme", "globex", "mona");
    const repository = fc
      .tuple(owner, fc.stringMatching(/^[a-z]{1,8}$/))
      .map((pair) => pair.join("/"));
    const settings: fc.Arbitrary<Settings> = fc
      .record({
        targets: fc.uniqueArray(repository, { minLength: 1, maxLength: 5 }),
        mode: fc.constantFrom("review", "live"),
        caps: fc.record({
          repositories: fc.integer({ min: 1, max: 99 }),
          dispatches: fc.constant(1),
        }),
        environment: fc.constantFrom("control-plane", "prod.2"),
        review: fc.oneof(
          fc.record({ destination: fc.constantFrom("control", "target") }),
          fc.record({ destination: fc.constant("alternate"), alternateRepository: repository }),
        ),
      })
      .map(({ review, ...rest }) => ({
        ...rest,
        ...review,
        version: 1,
        allowedOwners: ["acme", "globex", "mona"],
        packages: [],
      }));
    fc.assert(
      fc.property(settings, (each) => {
        expect(parseSettings(renderSettings(each), path)).toEqual(each);
      }),
    );
  });

  it("are rendered in the order of the schema, with a line break at the end", () => {
    const settings = parseSettings(text({ rotationOwner: "mona", workers: ["a.yml"] }), path);
    const rendered = renderSettings(settings);
    expect(Object.keys(JSON.parse(rendered) as object)).toEqual([
      "version",
      "targets",
      "allowedOwners",
      "mode",
      "destination",
      "caps",
      "workers",
      "packages",
      "environment",
      "rotationOwner",
    ]);
    expect(rendered).toMatch(/\}\n$/);
  });

  it("are described in plain language", () => {
    expect(explainSettings(parseSettings(text(), path))).toMatchInlineSnapshot(`
      [
        {
          "meaning": "Repositories that the control plane can review and, in live mode, write to.",
          "name": "target repositories",
          "value": "acme/web, acme/api",
        },
        {
          "meaning": "Allowed owners of targets (default: the owners of the targets).",
          "name": "allowed owners",
          "value": "acme",
        },
        {
          "meaning": "review keeps outputs in the control repository; live writes to targets.",
          "name": "mode",
          "value": "review",
        },
        {
          "meaning": "Destination of review outputs: the control repository, an alternate repository, or the target.",
          "name": "review destination",
          "value": "control",
        },
        {
          "meaning": "Maximum number of repositories that one run inspects.",
          "name": "repository cap",
          "value": "20",
        },
        {
          "meaning": "Maximum number of workers that one run dispatches.",
          "name": "dispatch cap",
          "value": "5",
        },
        {
          "meaning": "Workflow files that an approved output can dispatch (default: none).",
          "name": "approved workers",
          "value": "none",
        },
        {
          "meaning": "Calls Contents, Dependabot alerts; stops when DEPENDENCY_REVIEW_ENABLED is false.",
          "name": "review package",
          "value": "dependency-review (Contents: Read-only, Issues: Read and write)",
        },
        {
          "meaning": "The protected environment of the control repository that stores a PAT.",
          "name": "protected environment",
          "value": "control-plane",
        },
        {
          "meaning": "The person or team that rotates the credentials. Required for a PAT.",
          "name": "rotation owner",
          "value": "not set",
        },
      ]
    `);
  });
});
