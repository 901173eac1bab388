import { expect, test } from "vitest";
import { hostOfApi } from "../../src/forge/forge-domains.ts";

test.each([
  ["api.github.com", "github.com"],
  ["api.octo.ghe.com", "octo.ghe.com"],
  ["octo.ghe.com", "octo.ghe.com"],
  ["forge.example.com", "forge.example.com"],
  ["api.example.com", "api.example.com"],
])("the API host %s belongs to the host %s", (apiHost, host) => {
  expect(hostOfApi(apiHost)).toBe(host);
});
