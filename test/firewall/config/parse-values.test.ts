import { describe, expect, test } from "vitest";
import { parseCount } from "../../../src/firewall/config/parse-count.ts";
import { parseMount } from "../../../src/firewall/config/parse-mount.ts";
import { parseProxy } from "../../../src/firewall/config/parse-proxy.ts";
import { parseResolve } from "../../../src/firewall/config/parse-resolve.ts";
import { parseSeconds } from "../../../src/firewall/config/parse-seconds.ts";
import { parseSize } from "../../../src/firewall/config/parse-size.ts";
import { parseVariable } from "../../../src/firewall/config/parse-variable.ts";

describe("--resolve", () => {
  test.each([
    ["A.Test.:443:10.0.0.1", { host: "a.test", port: 443, address: "10.0.0.1", toPort: 443 }],
    ["a.test:80:127.0.0.1:8080", { host: "a.test", port: 80, address: "127.0.0.1", toPort: 8080 }],
    ["a.test:443:[::1]:9", { host: "a.test", port: 443, address: "::1", toPort: 9 }],
    ["[::1]:443:[2001:DB8::1]", { host: "[::1]", port: 443, address: "2001:db8::1", toPort: 443 }],
  ])("%s", (text, expected) => {
    expect(parseResolve(text)).toEqual(expected);
  });

  test.each([
    [
      "a.test:443",
      "is not in the form HOST:PORT:ADDRESS[:PORT] (use brackets for an IPv6 address)",
    ],
    [
      "a.test:443:::1",
      "is not in the form HOST:PORT:ADDRESS[:PORT] (use brackets for an IPv6 address)",
    ],
    [
      "a.test:443:10.0.0.1:80:90",
      "is not in the form HOST:PORT:ADDRESS[:PORT] (use brackets for an IPv6 address)",
    ],
    [":443:10.0.0.1", "has no host"],
    [
      "-a.test:443:10.0.0.1",
      'has the label "-a" in its host, but a label cannot begin or end with a hyphen',
    ],
    ["a.test::10.0.0.1", "has an empty port"],
    ["a.test:443:10.0.0.1:", "has an empty port"],
    ["a.test:70000:10.0.0.1", 'has the invalid port "70000" (use 1 to 65535)'],
    ["a.test:443:b.test", 'has the invalid address "b.test"'],
    ["a.test:443:", 'has the invalid address ""'],
    ["a.test:443:127.1", "is another spelling of 127.0.0.1"],
    ["a.test:443:[::ffff:127.0.0.1]", "is another spelling of 127.0.0.1"],
  ])("%s %s", (text, fault) => {
    expect(parseResolve(text)).toMatchObject({ fault });
  });
});

describe("--mount", () => {
  test.each([
    ["/a:/b", { source: "/a", target: "/b", isReadOnly: false }],
    ["a b:/c/d:ro", { source: "a b", target: "/c/d", isReadOnly: true }],
    ["./a:/b:rw", { source: "./a", target: "/b", isReadOnly: false }],
  ])("%s", (text, expected) => {
    expect(parseMount(text)).toEqual(expected);
  });

  test.each([
    ["/a", "is not in the form SRC:DST[:ro]", "/a:/a"],
    [":/a", "is not in the form SRC:DST[:ro]", undefined],
    ["/a:", "is not in the form SRC:DST[:ro]", undefined],
    ["/a:/b:ro:x", "is not in the form SRC:DST[:ro]", undefined],
    ["/a:/b:r", 'ends in "r"; use ro for read-only', "/a:/b:ro"],
    ["~/a:/b", "begins with ~, which only a shell expands", undefined],
    ["/a:b", "has a target that does not begin with /", undefined],
    ["/a:/", "has a target that is the root directory or contains ..", undefined],
    ["/a:/./", "has a target that is the root directory or contains ..", undefined],
    ["/a:/b/../etc", "has a target that is the root directory or contains ..", undefined],
    ["/a\0:/b", "contains a NUL character", undefined],
  ])("%s %s", (text, fault, suggestion) => {
    expect(parseMount(text)).toEqual({ fault, ...(suggestion !== undefined && { suggestion }) });
  });
});

describe("--env", () => {
  test("the text after the first equals sign is the value, which can be empty", () => {
    expect(parseVariable("A=b=c d")).toEqual({ name: "A", value: "b=c d" });
    expect(parseVariable("_a1=")).toEqual({ name: "_a1", value: "" });
  });

  test("a name without a value copies the variable", () => {
    expect(parseVariable("A")).toEqual({ name: "A", value: undefined });
  });

  test.each(["", "=a", "A B", "1A=b", "A B=c", "A\n=c", "A=\0"])("%j is refused", (text) => {
    expect(parseVariable(text)).toHaveProperty("fault");
  });
});

test.each([
  ["90", 90],
  ["0.5", 0.5],
  ["5m", { fault: "is not a valid number of seconds", suggestion: "300" }],
  ["250ms", { fault: "is not a valid number of seconds", suggestion: "0.25" }],
  ["0", { fault: "must be more than 0 seconds" }],
  ["-1", { fault: "must be more than 0 seconds" }],
  ["1e3", { fault: "must be more than 0 seconds" }],
  ["3000000", { fault: "is more than 2147483 seconds", suggestion: "2147483" }],
])("--timeout %s", (text, expected) => {
  expect(parseSeconds(text)).toEqual(expected);
});

test("--upstream-proxy accepts only the address of a proxy, without a path", () => {
  expect(parseProxy("http://u:p@proxy.test:3128")).toMatchObject({ host: "proxy.test:3128" });
  expect(parseProxy("proxy.test:3128")).toMatchObject({ suggestion: "http://proxy.test:3128" });
  for (const text of ["", "socks5://a:1", "http://", "http://a/b", "http://a?b"])
    expect(parseProxy(text)).toHaveProperty("fault");
});

test.each([
  ["0", 0],
  ["unlimited", 0],
  ["16777216b", 16_777_216],
  ["16777216ib", { fault: "is not a size such as 512M or 2G" }],
  ["16777216", 16_777_216],
  ["512M", 512 * 1024 ** 2],
  ["512mb", 512 * 1024 ** 2],
  ["1.5GiB", 1.5 * 1024 ** 3],
  ["2t", 2 * 1024 ** 4],
  ["", { fault: "is not a size such as 512M or 2G" }],
  ["2 G", { fault: "is not a size such as 512M or 2G" }],
  ["-1", { fault: "is not a size such as 512M or 2G" }],
  ["0x10", { fault: "is not a size such as 512M or 2G" }],
  ["50%", { fault: "is not a size such as 512M or 2G" }],
  ["512", { fault: "is less than 16M", suggestion: "16M" }],
  ["99999999T", { fault: "is too large" }],
])("--memory %s", (text, expected) => {
  expect(parseSize(text)).toEqual(expected);
});

test.each([
  ["0", 0],
  ["Unlimited", 0],
  ["8", 8],
  ["4096", 4096],
  ["7", { fault: "is less than 8", suggestion: "8" }],
  ["4194305", { fault: "is more than 4194304", suggestion: "4194304" }],
  ["1.5", { fault: "is not a valid number of processes" }],
  ["-1", { fault: "is not a valid number of processes" }],
  ["", { fault: "is not a valid number of processes" }],
])("--pids %s", (text, expected) => {
  expect(parseCount(text)).toEqual(expected);
});
