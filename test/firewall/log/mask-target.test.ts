import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskTarget, maskText } from "../../../src/firewall/log/mask-target.ts";
import { survivors } from "../../shared/redact/samples.ts";
import { vendorSamples } from "../../shared/redact/vendor-samples.ts";

const githubToken = `ghp_${"a1B2".repeat(9)}`;
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${"dozjgNryP4J3".repeat(3)}`;

describe("a request target in a log", () => {
  test.each([
    ["/repos/acme/web", "/repos/acme/web"],
    ["/a?page=2&state=open", "/a?page=*&state=*"],
    ["/a?page=&b", "/a?page=&*"],
    ["/a?what-is-this", "/a?*"],
    ["/a?", "/a?"],
    ["/a?b=c?d=e", "/a?b=*"],
    ["/a?token=x&page=1", "/a?token=[secret]&page=*"],
    [`/a?${"n".repeat(65)}=1`, "/a?*"],
    ["/a;v=1;jsessionid=12ab/b", "/a;v=1;jsessionid=[secret]/b"],
  ])("%s does not show the values of its query: %s", (target, shown) => {
    expect(maskTarget(target, "names")).toBe(shown);
  });

  test.each([
    ["/a?page=2&x", "/a?page=2&x"],
    ["/a?access_token=x", "/a?access_token=[secret]"],
    ["/a?X-Amz-Signature=f00&x=1", "/a?X-Amz-Signature=[secret]&x=1"],
    ["/a?sig=f00&key=1&monkey=2", "/a?sig=[secret]&key=[secret]&monkey=2"],
    ["/a?%74oken=x&PassWord=y", "/a?%74oken=[secret]&PassWord=[secret]"],
    ["/a?private_token=x&api-key=y", "/a?private_token=[secret]&api-key=[secret]"],
    ["/a?%zz=1", "/a?%zz=1"],
  ])("%s shows values at level debug, except credentials: %s", (target, shown) => {
    expect(maskTarget(target, "values")).toBe(shown);
  });

  test.each([
    ["a forge", githubToken],
    ["a JSON Web", jwt],
  ])("masks %s token in any position", (_whose, token) => {
    expect(maskTarget(`/a/${token}/b`, "names")).not.toContain(token.slice(8));
    expect(maskTarget(`/a?x=${token}`, "values")).not.toContain(token.slice(8));
    expect(maskText(`nothing covers /a/${token}`, "names")).not.toContain(token.slice(8));
  });

  test.each(vendorSamples)("masks a %s", (_kind, key) => {
    expect(survivors(key, maskTarget(`/a/${key}/b`, "names"))).toEqual([]);
    expect(survivors(key, maskTarget(`/a?x=${key}`, "values"))).toEqual([]);
    expect(survivors(key, maskText(`nothing covers /a/${key}`, "names"))).toEqual([]);
  });

  test("is printable ASCII without quotes for any bytes, and replaced bytes are marked", () => {
    expect(maskTarget('/a\r\nb\u001b[2J"\\\u0000\u00e9 c', "values")).toBe(
      "/a%0D%0Ab%1B[2J%22%5C%00%E9%20c",
    );
    const bytes = fc.uint8Array().map((each) => Buffer.from(each).toString("latin1"));
    fc.assert(
      fc.property(bytes, fc.constantFrom("names", "values"), (target, shown) => {
        expect(maskTarget(target, shown)).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]*$/);
      }),
    );
  });
});

test("a query in an explanation is masked like a query in a target", () => {
  const sentence = "no pattern for example.com covers /a?page=1&token=x; one more ? is left";
  expect(maskText(sentence, "names")).toBe(
    "no pattern for example.com covers /a?page=*&token=[secret] one more ? is left",
  );
  expect(maskText('"/a?page=1" is covered', "values")).toBe('"/a?page=1" is covered');
});
