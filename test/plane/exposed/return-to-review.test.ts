import { beforeEach, expect, test } from "vitest";
import { returnToReview } from "../../../src/plane/exposed/return-to-review.ts";
import { openForge, type OpenForge } from "../../emulator/open-forge.ts";
import { placeIn, readFile, writeFile } from "./location-in.ts";

let forge: OpenForge;
beforeEach(async () => {
  forge = await openForge();
});

const path = ".forge/control-plane.json";
const settings = {
  version: 1,
  targets: ["acme/api"],
  mode: "live",
  destination: "target",
  caps: { repositories: 5, dispatches: 5 },
  packages: [],
};

test("live settings are returned to review mode, and all other settings remain unchanged", async () => {
  await writeFile(forge, path, JSON.stringify(settings));
  expect(await returnToReview(await placeIn(forge))).toBe("live");
  expect(JSON.parse(await readFile(forge, path))).toEqual({ ...settings, mode: "review" });
});

test("settings that are already in review mode remain unchanged, including whitespace", async () => {
  const text = JSON.stringify({ ...settings, mode: "review" }, null, 3);
  await writeFile(forge, path, text);
  expect(await returnToReview(await placeIn(forge))).toBe("review");
  expect(await readFile(forge, path)).toBe(text);
});

test("missing settings are not created", async () => {
  expect(await returnToReview(await placeIn(forge))).toBe("absent");
  expect((await forge.rest("GET", `/repos/acme/control/contents/${path}`)).status).toBe(404);
});

test("unreadable settings are not overwritten", async () => {
  await writeFile(forge, path, '{ "mode": "live" }');
  await expect(returnToReview(await placeIn(forge))).rejects.toThrow(path);
  expect(await readFile(forge, path)).toBe('{ "mode": "live" }');
});
