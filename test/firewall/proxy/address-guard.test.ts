import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findForbiddenRange,
  isAllowable,
} from "../../../src/firewall/proxy/upstream/address-guard.ts";

const own = new Set(["192.0.2.77", "2606:4700::77"]);

describe("an address", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "100.100.100.200",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "::ffff:0:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2606:4700::77",
    "192.0.2.77",
  ])("%s is not dialed", (address) => {
    expect(findForbiddenRange(address, own)).toBeDefined();
  });

  test.each([
    ["10.0.0.1", true],
    ["127.0.0.1", true],
    ["fd00::1", true],
    ["192.0.2.77", true],
    ["169.254.169.254", false],
    ["168.63.129.16", false],
    ["100.100.100.200", false],
    ["fd00:ec2::254", false],
    ["fd00:ec2::23", false],
    ["fd20:ce::254", false],
    ["fe80::1", false],
    ["64:ff9b::169.254.169.254", false],
    ["0.0.0.0", false],
    ["::", false],
    ["::1", true],
  ])("%s is suggested for --resolve: %s", (address, expected) => {
    expect(isAllowable(findForbiddenRange(address, own) ?? "public")).toBe(expected);
  });

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "64:ff9b::101:101",
    "2002:101:101::",
    "::ffff:1.1.1.1",
  ])("%s is public", (address) => {
    expect(findForbiddenRange(address, own)).toBeUndefined();
  });

  test("has the same result in every IPv6 form", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const isForbidden = findForbiddenRange(address, own) !== undefined;
        for (const wrapped of [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::`]) {
          expect(findForbiddenRange(wrapped, own) !== undefined).toBe(isForbidden);
        }
      }),
    );
  });
});
