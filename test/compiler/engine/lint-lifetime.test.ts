import { expect, test } from "vitest";
import { readBlock } from "./read-block.ts";

const app = "forge-app-token: {app-id: 5, owner: a}";
const cloud = "provider: {base-url: 'https://models.example.com', token: {service-connection: c}}";
const key = "provider: {base-url: 'https://models.example.com', api-key: $(KEY)}";

function warnedPaths(minutes: number, more: string) {
  const { errors, warnings } = readBlock(`engine:\n  timeout-minutes: ${minutes}\n  ${more}`);
  expect(errors).toEqual([]);
  return warnings.map(({ path }) => path);
}

test.each([
  ["an App", app],
  ["a service connection", cloud],
])("a limit longer than the token of %s is valid causes a warning", (_, block) => {
  expect(warnedPaths(61, block)).toEqual(["engine.timeout-minutes"]);
  expect(warnedPaths(60, block)).toEqual([]);
});

test("a key that does not expire causes no warning", () => {
  expect(warnedPaths(180, key)).toEqual([]);
  expect(warnedPaths(180, "model: m")).toEqual([]);
});
