import { expect } from "vitest";
import { offerControlFile } from "../../../flows/setup/offer-control-file.ts";
import { pinPacked } from "../../../src/run/control/committed-package.ts";
import type { PackedPackage } from "../../../src/run/control/own-package.ts";
import { planFor } from "../../../src/run/control/plan-for.ts";
import { renderControlFile } from "../../../src/run/control/control-file.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { choices } from "../../run/control/shared-control-bench.ts";
import type { Chosen } from "../../run/control/shared-control-bench.ts";
import { repository, someSettings, somePin } from "../../plane/control-plane-bench.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";

export const profile = resolveHost("github.com");
export const packed: PackedPackage = {
  fileName: "gatehouse-cli-0.1.0.tgz",
  bytes: Buffer.from("a package"),
  integrity: somePin.integrity,
};
export const package_ = {
  "control-package": "other",
  "control-cli": somePin.source,
  "control-integrity": ` ${somePin.integrity} `,
};
export const yes = { "control-file": "write" };

/** Creates a control repository with this file or without one. */
export function openLocation(before?: string) {
  const location = {
    text: before,
    reads: 0,
    writes: 0,
    refusals: 0,
    packages: [] as string[],
    isPublished: false,
  };
  const offer = (
    options: StepOptions = {},
    chosen: Chosen = "app",
    settings: Settings = someSettings,
  ) =>
    runStep(
      (context) =>
        offerControlFile(
          context,
          {
            profile,
            repository,
            readControlFile: () => {
              location.reads += 1;
              return Promise.resolve(location.text);
            },
            writeControlFile: (text) => {
              location.writes += 1;
              if (location.writes <= location.refusals) {
                const request = "PUT /repos/acme/control/contents/x";
                throw new RefusedByForge({ status: 409, request, message: "protected" });
              }
              location.text = text;
              return Promise.resolve();
            },
            ownPackage: () => ({
              name: "gatehouse-cli",
              version: "0.1.0",
              folder: "/nowhere",
              isPublished: location.isPublished,
            }),
            findPublished: () => Promise.resolve(somePin),
            packOwn: () => Promise.resolve(packed),
            commitPackage: (committed) => {
              expect(location.text).toBe(before);
              location.packages.push(committed.fileName);
              return Promise.resolve(pinPacked(committed, profile.brand));
            },
          },
          { settings, choice: choices[chosen] },
        ),
      options,
    );
  return Object.assign(location, { offer });
}

export const rendered = (chosen: Chosen = "app", settings: Settings = someSettings): string =>
  renderControlFile({ ...planFor(profile.brand, choices[chosen], settings), pin: somePin });
