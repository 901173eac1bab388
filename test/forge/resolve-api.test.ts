import { expect, test } from "vitest";
import { resolveApi } from "../../src/forge/resolve-api.ts";

test.each([
  ["https://api.github.com", "github.com"],
  ["https://api.github.com/", "github.com"],
  ["https://api.acme.ghe.com", "acme.ghe.com"],
  ["https://forge.example/api/v3", "forge.example"],
  ["https://api.forge.example/api/v3", "api.forge.example"],
  ["https://127.0.0.1:8443/api/v3", "127.0.0.1:8443"],
  ["http://127.0.0.1:4173/api/v3", "127.0.0.1:4173"],
  ["http://127.0.0.1:4173", "127.0.0.1:4173"],
  ["http://localhost:4173/api/", "localhost:4173"],
])("%s is the API of %s", (address, host) => {
  const profile = resolveApi(address);
  expect(profile.host).toBe(host);
  expect(profile.apiUrl).toBe(address.replace(/\/$/, ""));
});

test.each([
  "http://api.github.com",
  "http://forge.example/api/v3",
  "https://github.com",
  "https://forge.example",
  "https://api.github.com/v3",
  "https://api.",
  "https://u:p@forge.example/api/v3",
  "http://u:p@127.0.0.1:4173",
  "http://127.0.0.1:4173/?a=b",
  "http://127.0.0.1:4173/#a",
  "ftp://127.0.0.1/api/v3",
  "api.github.com",
  "",
])("%s is rejected as the address of an API", (address) => {
  expect(() => resolveApi(address)).toThrow(/is not (the address|encrypted|a host name)/);
});
