import { describe, expect, test } from "vitest";
import { readPin, resolvePin } from "../../../src/run/control/cli-pin.ts";
import { renderFleet } from "../../plane/fleet/fleet-bench.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { render } from "./shared-control-bench.ts";

const { integrity } = somePin;

describe("the URL of a package", () => {
  test.each([
    "https://example.com/gatehouse-0.1.0.tgz",
    "https://registry.example.com:8443/@acme/gatehouse/-/gatehouse-0.1.0.tgz",
    "https://example.com/a.tgz?raw=1&ref=v1.0%2Fb",
    "http://127.0.0.1:4000/package.tgz",
    "http://[::1]:4000/package.tgz",
  ])("can be %s", (cli) => {
    expect(resolvePin({ cli, integrity }, undefined)).toEqual({ source: cli, integrity });
  });

  test.each([
    "https://evil.example/${{secrets.CP_FORGE_TOKEN}}",
    "https://evil.example/{a}",
    "${{vars.X}}",
    "https://example.com/a;b",
    "https://example.com/$(id)",
    "https://example.com/a:",
    "https://example.com/a#b",
    "https://a:b@example.com/a",
    "https://example.com",
    "http://example.com/a.tgz",
    '"https://example.com/a.tgz"',
    "&a",
  ])("cannot be %s", (cli) => {
    expect(() => resolvePin({ cli, integrity }, undefined)).toThrow(
      `"${cli}" is not a valid https package URL`,
    );
  });
});

test.each([
  ["a control file", render("app")],
  ["a fleet file", renderFleet()],
])("the pin of %s is rejected if its URL contains a secret", (_, text) => {
  const away = text.replaceAll(somePin.source, () => "https://evil.example/${{secrets.X}}");
  expect(() => resolvePin({}, readPin(away))).toThrow(
    '"https://evil.example/${{secrets.X}}" is not a valid https package URL',
  );
});
