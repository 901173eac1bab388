import { expect, test } from "vitest";
import { listOperations } from "../../../src/plane/rotate/operations.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { openForge } from "../../emulator/open-forge.ts";
import { placeIn, writeFile } from "../exposed/location-in.ts";

const settings = {
  mode: "review",
  packages: [
    { name: "triage", killSwitch: "TRIAGE_ENABLED" },
    { name: "planned", killSwitch: "PLANNED_ENABLED" },
    { name: "docs", killSwitch: "DOCS_ENABLED" },
  ],
} as unknown as Settings;

test("operations are the installed packages, each with its current workflow", async () => {
  const forge = await openForge();
  const location = await placeIn(forge);
  await writeFile(forge, ".forge/workflows/triage.yml", "on: workflow_dispatch\n");
  await writeFile(forge, ".forge/workflows/docs.yml", "on: push\n");
  const variables = new Map([["DOCS_ENABLED", "false"]]);
  expect(await listOperations(settings, { ...location, variables })).toEqual([
    { state: "ready", name: "triage", file: "triage.yml", inputs: {} },
    { state: "off", name: "docs", reason: "DOCS_ENABLED is false" },
  ]);
});

test("without installed packages, the list of operations is empty", async () => {
  const location = await placeIn(await openForge());
  expect(await listOperations(settings, { ...location, variables: new Map() })).toEqual([]);
});
