import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listSources } from "../../rooms/import-graph.ts";
import { exposureEndings } from "./exposure-endings.ts";
import { firewallSteps } from "./firewall-steps.ts";
import { foundApps } from "./found-apps.ts";
import { foundPats } from "./found-pats.ts";
import { foundScopes } from "./found-scopes.ts";
import { rotationEndings } from "./rotation-endings.ts";
import { findPrinted } from "./printed-in-sources.ts";
import { setupEndings } from "./setup-endings.ts";
import { shownElsewhere } from "./shown-elsewhere.ts";

const situations = [
  ...foundApps,
  ...foundPats,
  ...foundScopes,
  ...setupEndings,
  ...rotationEndings,
  ...exposureEndings,
  ...firewallSteps,
];

test("each text next to a command in the sources is covered by a situation, or shown elsewhere", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const message = listSources(root, ["src", "flows"]).flatMap((path) =>
    findPrinted({ path, text: readFileSync(join(root, path), "utf8") }),
  );
  const known = [
    ...situations.flatMap(({ steps }) => Object.keys(steps)),
    ...Object.keys(shownElsewhere),
    "Resume where you stopped",
  ];
  const isKnown = (text: string) => known.some((each) => toPattern(text).test(each));
  expect([...new Set(message)].filter((text) => !isKnown(text))).toEqual([]);
  expect(Object.keys(shownElsewhere).filter((text) => !message.includes(text))).toEqual([]);
});

/** Converts a text of the sources, with `…` for interpolated values, to a pattern. */
function toPattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
