import { describe, expect, test } from "vitest";
import {
  describeEmbeddedHost,
  embeddedHost,
  loginVariables,
  resolveHost,
  tokenVariables,
} from "../../src/forge/host-profile.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

describe("a host's name determines how to reach it", () => {
  test.each([
    ["github.com", "github", "https://github.com", "https://api.github.com", "/apps"],
    ["GitHub.com", "github", "https://github.com", "https://api.github.com", "/apps"],
    ["acme.ghe.com", "github", "https://acme.ghe.com", "https://api.acme.ghe.com", "/apps"],
    [
      "git.acme.example",
      "github",
      "https://git.acme.example",
      "https://git.acme.example/api/v3",
      "/github-apps",
    ],
    [
      "git.acme.example:8443",
      "github",
      "https://git.acme.example:8443",
      "https://git.acme.example:8443/api/v3",
      "/github-apps",
    ],
    [
      "http://127.0.0.1:4173",
      "forge",
      "http://127.0.0.1:4173",
      "http://127.0.0.1:4173/api/v3",
      "/apps",
    ],
    ["http://[::1]:4173", "forge", "http://[::1]:4173", "http://[::1]:4173/api/v3", "/apps"],
  ])("%s", (text, brand, webUrl, apiUrl, appsPath) => {
    const profile = resolveHost(text);
    expect(profile).toMatchObject({ webUrl, apiUrl, appsPath, brand: { name: brand } });
    expect(profile.host).toBe(new URL(webUrl).host);
    expect(profile.isEmbedded).toBe(brand === "forge");
  });

  test("prefers the requested brand", () => {
    expect(resolveHost("http://127.0.0.1:4173", "github").brand.name).toBe("github");
    expect(resolveHost("git.acme.example", "forge").brand.name).toBe("forge");
  });

  test("the embedded forge of this process keeps its name, whatever port it got", () => {
    const profile = describeEmbeddedHost("http://127.0.0.1:4173");
    expect(profile).toMatchObject({ host: embeddedHost, webUrl: "http://127.0.0.1:4173" });
  });
});

test("an address is refused with a hint that contains its host", () => {
  expect(hintOf("https://git.acme.example:8443/x")).toBe("--host git.acme.example:8443");
  expect(hintOf("http://git.acme.example")).toBe("--host git.acme.example");
});

function hintOf(text: string): string | undefined {
  try {
    resolveHost(text);
    return undefined;
  } catch (error) {
    return (error as InvalidInput).hints[0]?.command;
  }
}

describe("a token of the environment is meant for", () => {
  test.each([
    ["github.com", ["GH_TOKEN", "GITHUB_TOKEN"]],
    ["acme.ghe.com", ["GH_TOKEN", "GITHUB_TOKEN"]],
    ["git.acme.example", ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]],
    ["ghe.com.evil.example", ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]],
    ["evil-ghe.com", ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]],
    ["http://127.0.0.1:4173", []],
  ])("%s", (host, names) => {
    expect(tokenVariables(resolveHost(host, "github"))).toEqual(names);
  });
});

test("the forge's CLI gets its configuration directory and the token for its host, and no other token", () => {
  const env = { GH_CONFIG_DIR: "/c", GH_TOKEN: "a", GH_ENTERPRISE_TOKEN: "b", GH_DEBUG: "api" };
  const told = (host: string) => loginVariables(resolveHost(host, "github"), env);
  expect(told("github.com")).toEqual({ GH_CONFIG_DIR: "/c", GH_TOKEN: "a" });
  expect(told("git.acme.example")).toEqual({ GH_CONFIG_DIR: "/c", GH_ENTERPRISE_TOKEN: "b" });
  expect(told("http://127.0.0.1:4173")).toEqual({ GH_CONFIG_DIR: "/c" });
});

test.each([
  "",
  "two words",
  "https://git.acme.example",
  "https://git.acme.example/path",
  "git.acme.example/path",
  "git.acme.example#x",
  "evil.example#github.com",
  "evil.example?github.com",
  "github.com@evil.example",
  "github.com\\@evil.example",
  " github.com",
  "github.com:0x50",
  "http://127.0.0.1:4173/path",
  "http://127.0.0.1:4173#x",
  "http://mona@127.0.0.1:4173",
  "http://2130706433",
  "https://mona@git.acme.example",
  "https://git.acme.example?x=1",
  "ftp://git.acme.example",
  "http://git.acme.example",
  "http://localhost:4173",
  "http://127.0.0.1.evil.example",
  "127.0.0.1",
])("%j is refused with the correct form", (text) => {
  expect(() => resolveHost(text)).toThrow(InvalidInput);
});

test.each(["127.0.0.1:4173", "[::1]:4173"])(
  "%s alone is the embedded forge's address, and the correct form is explained",
  (text) => {
    let refusal: unknown;
    try {
      resolveHost(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      message: `"${text}" is on this machine, where the embedded forge requires http.`,
      hints: [{ text: "Include http:// in the address", command: `--host http://${text}` }],
    });
  },
);
