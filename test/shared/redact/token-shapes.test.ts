import { describe, expect, it } from "vitest";
import { redact } from "../../../src/shared/redact.ts";
import { broken, jwt, jwtHead, survivors, tokens } from "./samples.ts";
import { sample } from "../../sample.ts";

describe("an unknown token", () => {
  const locations: Record<string, (token: string) => string> = {
    "in a sentence": (token) => `The token ${token} is wrong.`,
    "in quotes": (token) => `{"token":"${token}","expires":1}`,
    "as a password of a URL": (token) => `https://x-access-token:${token}@forge.example/a/b`,
    "as a user of a URL": (token) => `https://${token}@forge.example/a/b`,
    "as a query parameter": (token) => `https://forge.example/?a=1&token=${token}&b=2`,
    "after an escaped line break": (token) => String.raw`{"log":"one\n${token}\ntwo"}`,
    "as a base64 line of a config file": (token) =>
      `auth: ${Buffer.from(`mona:${token}`).toString("base64")} # x`,
    "as base64 over many lines": (token) =>
      broken(Buffer.from(`{"a":"${token}"}`).toString("base64"), 30, "\n"),
  };
  const cases = Object.entries(tokens).flatMap(([kind, token]) =>
    Object.entries(locations).map(([location, put]) => ({ kind, token, location, put })),
  );

  it.each(cases)("is hidden: $kind, $place", ({ token, put }) => {
    const text = put(token);
    const shown = redact(text);
    expect(survivors(token, shown)).toEqual([]);
    expect(shown).toContain("[secret]");
    for (const offset of [0, 1, 2]) {
      const encoded = Buffer.from(token.slice(offset)).toString("base64").slice(4, -4);
      expect(shown).not.toContain(encoded);
    }
  });

  it.each(Object.entries(tokens))("is hidden at every width of a terminal: %s", (_, token) => {
    const widths = Array.from({ length: token.length - 3 }, (_each, index) => index + 9);
    for (const width of sample("terminal widths", widths, 40)) {
      for (const lineBreak of ["\n", "\r\n", "\n    ", "│\n│ "]) {
        const shown = redact(broken(`tok: ${token}`, width, lineBreak));
        expect(survivors(token, shown.replace(/[\s│]/g, ""))).toEqual([]);
      }
    }
  });

  it.each(Object.entries(tokens))("is redacted if its end is cut off: %s", (_, token) => {
    const least = token.startsWith("ey") ? jwtHead.indexOf(".") + 5 : 24;
    for (let length = least; length < token.length; length++) {
      expect(survivors(token, redact(`bad ${token.slice(0, length)}`))).toEqual([]);
    }
  });

  it.each(["\u0000", "\u200b", "\u001b[31m", "\n"])(
    "is redacted after a word and %j even if its end is cut off",
    (between) => {
      const shown = redact(`user${between}ghp_ab12cd34${between}next`);
      expect(shown).toContain(`user${between}[secret]`);
      expect(shown).not.toContain("ab12");
    },
  );

  it.each(["\u200b", "\n"])("is found after nine million of %j", (sign) => {
    const run = sign.repeat(9_000_000);
    expect(redact(run + tokens["classic"]) === `${run}[secret]`).toBe(true);
  });

  it("ends where the next line begins", () => {
    expect(redact(`${tokens["classic"]}\nauthentication failed`)).toBe(
      "[secret]\nauthentication failed",
    );
    expect(redact(`${jwt}\nauthentication failed`)).toBe("[secret]\nauthentication failed");
    expect(redact(`Use ${jwt}. Then go on.`)).toBe("Use [secret]. Then go on.");
  });
});
