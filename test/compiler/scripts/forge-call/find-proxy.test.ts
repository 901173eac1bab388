import { describe, expect, test } from "vitest";
import { findProxy } from "../../../../src/compiler/scripts/forge-call/find-proxy.ts";
import { isExempt } from "../../../../src/compiler/scripts/forge-call/no-proxy.ts";

const forge = new URL("https://api.forge.example/x");

describe("the proxy", () => {
  test("is taken from the first variable that is set", () => {
    const env = { ALL_PROXY: "http://all:1", https_proxy: "http://small:1", HTTPS_PROXY: "" };
    expect(findProxy(forge, env)?.address.host).toBe("small:1");
    expect(findProxy(forge, { ALL_PROXY: "all:1" })?.address.href).toBe("http://all:1/");
    expect(
      findProxy(forge, { HTTP_PROXY: "http://plain:1", http_proxy: "plain:1" }),
    ).toBeUndefined();
  });

  test("gets only the user name and password of its own URL", () => {
    const login = (text: string) => findProxy(forge, { HTTPS_PROXY: text })?.authorization;
    expect(login("http://p:1")).toBeUndefined();
    expect(login("http://mona@p:1")).toBe(`Basic ${btoa("mona:")}`);
    expect(login("http://mona:a%40b@p:1")).toBe(`Basic ${btoa("mona:a@b")}`);
  });

  test.each(["http://localhost:1", "http://127.0.0.1", "https://127.8.9.1:1", "https://[::1]"])(
    "is not used for %s",
    (address) => {
      const env = { HTTPS_PROXY: "p:1", HTTP_PROXY: "p:1", ALL_PROXY: "p:1" };
      expect(findProxy(new URL(address), env)).toBeUndefined();
    },
  );

  test.each([
    ["socks5://mona:secret@p:1", "ALL_PROXY"],
    ["http://:secret:", "HTTPS_PROXY"],
    ["http://mona:secret%@p:1", "https_proxy"],
  ])(
    "is reported by its variable, without its password, if it is invalid: %s",
    (text, variable) => {
      const find = () => findProxy(forge, { [variable]: text });
      expect(find).toThrow(variable);
      expect(find).not.toThrow("secret");
    },
  );
});

describe("NO_PROXY", () => {
  test.each([
    ["*", true],
    ["other.example, *", true],
    ["api.forge.example", true],
    ["API.Forge.Example.", true],
    ["forge.example", true],
    [".forge.example", true],
    ["*.forge.example", true],
    ["a b\tforge.example", true],
    ["forge.example:443", true],
    ["forge.example:8443", false],
    [".api.forge.example", false],
    ["orge.example", false],
    ["example.forge", false],
    ["", false],
    [",", false],
    ["10.0.0.0/8", false],
  ])("'%s' exempts api.forge.example: %s", (noProxy, wanted) => {
    expect(isExempt(forge, noProxy)).toBe(wanted);
  });

  // Documentation addresses (RFC 5737, RFC 3849).
  test.each([
    ["https://192.0.2.7", "192.0.2.0/24", true],
    ["https://192.0.2.7", "192.0.2.8/30", false],
    ["https://192.0.2.7", "192.0.2.0/33", false],
    ["https://192.0.2.7", "192.0.2.7", true],
    ["https://192.0.2.7:8443", "192.0.2.7:8443", true],
    ["https://192.0.2.7", "2.7", false],
    ["https://192.0.2.7", "2001:db8::/32", false],
    ["https://[2001:db8::7]", "2001:db8::/32", true],
    ["https://[2001:db8::7]", "2001:db8::7", true],
    ["https://[2001:db8::7]:8443", "[2001:db8::7]:8443", true],
    ["https://[2001:db8::7]", "[2001:db8::7]:8443", false],
    ["https://[2001:db8::7]", "[2001:db9::]/32", false],
  ])("exempts %s with the value %s: %s", (address, noProxy, wanted) => {
    expect(isExempt(new URL(address), noProxy)).toBe(wanted);
  });
});
