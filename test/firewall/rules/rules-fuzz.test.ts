import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import type { Policy } from "../../../src/firewall/rules/policy.ts";
import { ask, optionsOf, policyOf, problemsOf } from "./compile.ts";
import { runs } from "../../sample.ts";

/** Parts of targets that try to bypass a rule. */
const pieces = [
  ..."/.%;?#\\:@*&=~ab0".split(""),
  ..."// .. %2e %2E %2f %5c %25 %252e %00 %61 %c0%ae %ef%bc%8f %e2%80%a5 %20 % %2 %zz".split(" "),
  ..."\t \n \xe9 ..; deep pub secret".split(" "),
  " ",
];
const target = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 3 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));
const inside = fc
  .tuple(fc.constantFrom("/deep/", "/pub/", "/"), target)
  .map(([folder, rest]) => `${folder}${rest}`);

const urls = ["https://a.test/deep/**", "https://a.test/pub/*", "https://a.test/q?x=*"];
let policy: Policy;
beforeAll(async () => {
  policy = await policyOf({ domains: ["whole.test", "*.b.test"], urls });
});

describe("the policy does not throw", () => {
  test("for any request", () => {
    const any = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(any, fc.oneof(any, inside), any, (host, path, method) => {
        for (const name of [host, "a.test", "whole.test"]) {
          const asked = { scheme: "https", host: name, port: 443, method, target: path } as const;
          expect(policy.decideRequest(asked).explanation).not.toBe("");
        }
      }),
      runs(2000),
    );
  });

  test("for any text of a rule", async () => {
    const any = fc.oneof(fc.string({ unit: "binary" }), fc.string(), target);
    const prefix = fc.constantFrom(
      "",
      "https://",
      "http://",
      "https://a.test/",
      "*.",
      "https://*.",
    );
    const rule = fc.tuple(prefix, any).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(rule, async (text) => {
        const texts = { domains: [text], blocked: [text], urls: [text] };
        const { policy: made, problems = [] } = await compilePolicy(optionsOf(texts));
        expect(made === undefined).toBe(problems.length > 0);
      }),
      runs(2000),
    );
  });
});

describe("long texts are processed in time that is linear in their length", () => {
  const long = [1e3, 1e4, 1e5];
  const hostile = [
    "a",
    "/",
    ";",
    "%25",
    "%2e",
    "%e2",
    "%e2%80%a5",
    "/../",
    "/;a",
    "ab",
    "?",
    "%",
    "*",
    "%2525",
    ".",
    "%41",
    "\\",
  ];

  test.each(hostile)("targets of %j", async (piece) => {
    const stars = await policyOf({
      urls: [
        "https://a.test/*a*b**a*b**c",
        "https://a.test/**a/**a/**b",
        `https://a.test/*?${"*a".repeat(8)}b`,
      ],
    });
    for (const size of long) {
      for (const prefix of ["/", "/a", "/a?"]) {
        const text = `${prefix}${piece.repeat(size / piece.length)}`;
        expect(ask(stars, "https://a.test", `${text}2e`).explanation).not.toBe("");
      }
    }
  });

  test.each([...hostile, "*.", "a.", "**", "xn--", "é", "[", ":", "@", " "])(
    "rules and hosts of %j",
    async (piece) => {
      for (const size of long) {
        const text = piece.repeat(size / piece.length);
        const texts = {
          domains: [text, `https://${text}`],
          urls: [text, `https://${text}`, `https://a.test/${text}`],
        };
        expect((await problemsOf(texts)).length).toBeGreaterThan(0);
        ask(policy, `https://${text}`, "/");
      }
    },
  );
});

/** Ways in which servers and clients read a target. */
const readings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => decode(path),
  (path) => decode(decode(path)),
  (path) => decode(decode(decode(path))),
  (path) => path.replaceAll(/;[^/]*/g, ""),
  (path) => decode(path).replaceAll(/;[^/]*/g, ""),
  (path) => path.replaceAll(/;[^/]*/g, "").replaceAll(/\/+/g, "/"),
  (path) => path.replaceAll("\\", "/").replaceAll(/\/+/g, "/"),
  (path) => decode(path).replaceAll("\\", "/").replaceAll(/\/+/g, "/"),
  (path) => decode(path).normalize("NFKC"),
  (path) => decode(path).split("\0", 1)[0] ?? "",
  (path) => decode(path).split(/[?#]/, 1)[0] ?? "",
];

function decode(path: string): string {
  return Buffer.from(
    path.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(parseInt(digits, 16)),
    ),
    "latin1",
  ).toString("utf8");
}

function isCovered(path: string): boolean {
  return path === "/q" || /^\/pub\/[^/]*$/.test(path) || path.startsWith("/deep/");
}

describe("no interpretation of an allowed target would be denied", () => {
  test("if targets are parsed as WHATWG URLs", () => {
    fc.assert(
      fc.property(fc.oneof(target, inside), (raw) => {
        if (!ask(policy, "https://a.test", raw).allowed) return;
        const read = new URL(`https://a.test${raw}`);
        expect(read.host).toBe("a.test");
        expect(ask(policy, "https://a.test", `${read.pathname}${read.search}`).allowed).toBe(true);
      }),
      runs(20_000),
    );
  });

  test("if servers decode, split and join paths", () => {
    let allowed = 0;
    fc.assert(
      fc.property(fc.oneof(target, inside), (raw) => {
        if (!ask(policy, "https://a.test", raw).allowed) return;
        allowed += 1;
        const [path = ""] = raw.split("?", 1);
        for (const read of readings) {
          const segments = new URL("https://a.test");
          segments.pathname = read(path);
          expect(isCovered(decode(segments.pathname))).toBe(true);
        }
      }),
      runs(20_000),
    );
    // Without allowed requests the test would prove nothing.
    expect(allowed).toBeGreaterThan(runs(20_000).numRuns / 200);
  });

  test("if hosts are parsed differently", () => {
    const part = fc.constantFrom(
      ..."ab.:@[]%/\\*-_0x1é。".split(""),
      "b.test",
      "x.b.test",
      "127",
      "xn--",
      "\u00ad",
    );
    const host = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(host, (name) => {
        const asked = { scheme: "https", host: name, port: 443 } as const;
        if (!policy.decideConnection(asked).allowed) return;
        const read = new URL(`https://${name}/`).hostname.replace(/\.$/, "");
        expect(read).toMatch(/^(a\.test|(.+\.)?whole\.test|.+\.b\.test)$/);
      }),
      runs(20_000),
    );
  });
});

describe("a request that matches a pattern is allowed", () => {
  const letter = fc.constantFrom(..."abcXYZ019-._~!$&'()+=:@".split(""), "%20", "%C3%A9");
  const word = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(""));
  const name = word.filter((text) => !/^\.+$/.test(text));

  test("with any text in a segment for *, and any segments for **", async () => {
    const segment = fc.oneof(
      name.map((text) => ({ pattern: text, text })),
      name.map((text) => ({ pattern: "*", text })),
      fc.tuple(name, name).map(([one, other]) => ({ pattern: `${one}*`, text: `${one}${other}` })),
      fc
        .array(name, { minLength: 1, maxLength: 3 })
        .map((texts) => ({ pattern: "**", text: texts.join("/") })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
        const pattern = segments.map((one) => one.pattern).join("/");
        const path = segments.map(({ text }) => text).join("/");
        const own = await policyOf({ urls: [`https://a.test/${pattern}`] });
        expect(ask(own, "https://a.test", `/${path}`)).toMatchObject({ allowed: true });
      }),
      runs(500),
    );
  });

  test("the suggestion in a denial is a rule that allows the request", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(target, inside), async (raw) => {
        for (const host of ["a.test", "c.test"]) {
          const decision = ask(policy, `https://${host}`, raw);
          if (decision.allowed || decision.suggestion === undefined) continue;
          const { suggestion } = decision;
          const isPattern = suggestion.startsWith("https://");
          const more = await policyOf({
            domains: ["whole.test", ...(isPattern ? [] : [suggestion])],
            urls: [...urls, ...(isPattern ? [suggestion] : [])],
          });
          const connection = { scheme: "https", host, port: 443 } as const;
          const again = isPattern
            ? ask(more, `https://${host}`, raw)
            : more.decideConnection(connection);
          expect(again).toMatchObject({ allowed: true });
        }
      }),
      runs(2000),
    );
  });
});
