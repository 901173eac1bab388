import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../../src/shared/redact.ts";
import { Secret } from "../../src/shared/secret.ts";
import { bodyOf, broken, ecPem, pem, survivors, tokens } from "./redact/samples.ts";

describe("a secret that is known", () => {
  const secret = new Secret(pem);
  const spellings: Record<string, string> = {
    "as it is": pem,
    "with CRLF": pem.replaceAll("\n", "\r\n"),
    "one of its lines": pem.split("\n")[7]!,
    "a piece out of its middle": pem.slice(301, 344),
    "in JSON": JSON.stringify({ key: pem }),
    "in JSON in JSON": JSON.stringify(JSON.stringify({ key: pem })),
    "in a URL": encodeURIComponent(pem),
    "in a form": new URLSearchParams({ pem }).toString(),
    "in a list of shown arguments": pem.split("\n").join(" "),
    "wrapped by a terminal": broken(pem.replaceAll("\n", ""), 39, "\n  │ "),
    "in colours": broken(pem, 5, "\u001b[31m"),
  };

  it.each(Object.entries(spellings))("is hidden %s", (_, spelling) => {
    const shown = redact(`before &${spelling}& after`, [secret]);
    expect(survivors(bodyOf(pem), shown.replace(/\s/g, ""))).toEqual([]);
    expect(shown).toMatch(/^before &.*& after$/s);
  });

  it.each([0, 1, 2])("is hidden as base64 after %d other bytes", (before) => {
    const text = Buffer.from("xy".slice(0, before) + tokens["classic"]).toString("base64");
    const shown = redact(`Basic ${text}.`, [new Secret(tokens["classic"]!)]);
    expect(survivors(text, shown)).toEqual([]);
    expect(shown).toMatch(/^Basic .{0,4}\[secret\].{0,4}\.$/);
  });

  it.each(["hex", "base64", "base64url"] as const)("is hidden as %s, wrapped", (encoding) => {
    const value = "correct horse battery staple";
    const text = Buffer.from(value).toString(encoding);
    const shown = redact(broken(text, 20, "\n"), [new Secret(value)]);
    expect(survivors(text, shown.replace(/\s/g, ""))).toEqual([]);
  });

  it.each([
    ["a URL with small letters", "a/b+c=d/e", "a%2fb%2bc%3dd%2fe"],
    ["a URL", "a/b+c=d/e", "a%2Fb%2Bc%3Dd%2Fe"],
    ["a form", "it's (a) ~word~!", "it%27s+%28a%29+%7Eword%7E%21"],
    ["hex in capitals", "correct horse", "636F727265637420686F727365"],
    ["hex", "4711", "34373131"],
    ["base64", "471101", "NDcxMTAx"],
  ])("is hidden in %s", (_, value, spelling) => {
    expect(redact(`<${spelling}>`, [new Secret(value)])).toBe("<[secret]>");
  });

  const breaks: Record<string, string> = {
    lines: "\n",
    "lines in a box": " │\n│ ",
    colours: "\u001b[31m",
    JSON: "\\n",
    "a URL": "%0A",
    "a URL in small letters": "%0d%0a",
    "spaces without a width": "\u200b",
    "soft hyphens": "\u00ad",
    "the line breaks of Unicode": "\u2028",
    bells: "\u0007",
    "vertical tabs": "\v",
    "character sets": "\u001b(B",
    "the end of a device's text": "\u001bPq\u001b\\",
    "what no font shows": "\ufe0f",
    "all of these": "\u200b\u001b[31m\ufeff\u009b",
  };

  it.each(Object.entries({ ...breaks, words: "  " }))(
    "is redacted even if groups of five characters are separated by %s",
    (_, between) => {
      const words = "correct-horse-battery-staple";
      const text = `<${broken(words, 5, between)}>`;
      expect(redact(text, [new Secret(words)])).toBe("<[secret]>");
    },
  );

  it.each(Object.entries(breaks))(
    "is hidden even if it is unknown, in pieces in %s",
    (_, between) => {
      expect(redact(`<${broken(tokens["classic"]!, 5, between)}>`)).toBe("<[secret]>");
    },
  );

  it.each([0, 1, 2])(
    "that consists of words is hidden as base64 after %d other bytes",
    (before) => {
      const words = "correct horse battery staple";
      const text = Buffer.from("xy".slice(0, before) + words).toString("base64");
      const shown = redact(`<${text}>`, [new Secret(words)]);
      expect(shown).toMatch(/^<.{0,3}\[secret\].{0,4}>$/);
    },
  );

  it("is hidden when it is shorter than eight characters", () => {
    const pin = [new Secret("4711")];
    expect(redact("the PIN is 4711.", pin)).toBe("the PIN is [secret].");
    expect(redact("4711 or 4711", pin)).toBe("[secret] or [secret]");
  });

  it("is redacted to its last character at the end of the text, and from its first", () => {
    const words = [new Secret("correct horse")];
    expect(redact("it is correct horse", words)).toBe("it is [secret]");
    expect(redact("correct horse it is", words)).toBe("[secret] it is");
  });

  it("is redacted each time, and the text in between is kept", () => {
    const [one, other] = [new Secret("correct horse"), new Secret("battery staple")];
    expect(redact("a battery staple, b correct horse, c", [one, other])).toBe(
      "a [secret], b [secret], c",
    );
    // Adjacent secrets become one mark, because their boundary must not be visible.
    expect(redact("a correct horsebattery staple, b", [one, other])).toBe("a [secret], b");
  });

  it("does not change the text if it is empty or blank", () => {
    expect(redact("a b c", [new Secret(""), new Secret(" \n")])).toBe("a b c");
  });

  it("leaves text about BEGIN and END lines readable", () => {
    const text = "The text between BEGIN RSA PRIVATE KEY and END RSA PRIVATE KEY is no key.";
    expect(redact(text, [secret])).toBe(text);
  });

  it("is redacted, whatever its value and position", () => {
    const spell = fc.constantFrom<(value: string) => string>(
      (value) => value,
      (value) => JSON.stringify(value),
      (value) => encodeURIComponent(value.toString()),
      (value) => Buffer.from(value).toString("hex"),
      (value) => Buffer.from(value).toString("base64"),
    );
    const printable = fc.string({ minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(printable, fc.string(), fc.string(), spell, (value, before, after, write) => {
        fc.pre(value.replace(/\s/g, "").length >= 8 && !/-----|\[|\]/.test(value));
        const shown = redact(`${before}\0${write(value)}\0${after}`, [new Secret(value)]);
        expect(survivors(value, shown)).toEqual([]);
        expect(survivors(write(value), shown)).toEqual([]);
      }),
    );
  });
});

describe("a credential that is recognized by its context", () => {
  it.each([
    ["Authorization: Bearer abc/def==", "Authorization: Bearer [secret]"],
    [
      "> authorization: token s3cr3t\r\n> accept: */*",
      "> authorization: token [secret]\r\n> accept: */*",
    ],
    ["curl -H 'Authorization: Basic bW9uYTp4' URL", "curl -H 'Authorization: Basic [secret]' URL"],
    ['{"authorization":"Bearer abc"}', '{"authorization":"Bearer [secret]"}'],
    ["Proxy-Authorization: Digest user=x, nonce=y", "Proxy-Authorization: Digest [secret]"],
    [
      "Authorization: Bearer abcd1234\nefgh5678\nnext line",
      "Authorization: Bearer [secret]\nnext line",
    ],
    ["https://mona:hunter2@forge.example/x", "https://[secret]@forge.example/x"],
    ["https://p%40ss:w@rd@forge.example", "https://[secret]@forge.example"],
    ['{"client_secret":"0123456789abcdef"}', '{"client_secret":"[secret]"}'],
    ["grant=x&refresh_token=abcdef&y=1", "grant=x&refresh_token=[secret]&y=1"],
  ])("%s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe("ordinary text", () => {
  it.each([
    "HTTP 404: Not Found (https://api.forge.example/repos/acme/web?page=2)",
    "git clone ssh://git@forge.example/acme/web.git and mail ops@acme.example",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "Paste everything from -----BEGIN RSA PRIVATE KEY----- to the line -----END RSA PRIVATE KEY-----.",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
    "Fingerprint SHA256:uNiVztksCsDhcc0u9e8BrrJXVGKUVgRbzYF1P0M3F4M=",
    "PEM: CRLF or LF, armour included",
    "Tokens begin with ghp_, gho_, ghu_, ghs_, ghr_ or github_pat_.",
    "laughs_out_loud_in_the_dark_and_goes_on",
    "The App lacks Authorization for the repository; see eyebrow.example.test.",
    String.raw`C:\new\repository\thing and C:\\new\\repository`,
    "\u001b[32m✔\u001b[39m App  ready\n  \u001b[2mnext\u001b[22m",
  ])("is unchanged: %s", (text) => {
    expect(redact(text, [new Secret(tokens["classic"]!)])).toBe(text);
  });

  it("is unchanged, whatever its words", () => {
    const word = fc.constantFrom(
      ...'the App acme/control-plane is installed: permission contents=read, was 404 (v2.60.0) PRIVATE KEY BEGIN END token secret base64 Iv23liAbCdEf SHA256 ✔ 80×24 eyes --repo \\n "x" {} 2030-01-01T00:00:00Z'.split(
        " ",
      ),
    );
    const gap = fc.constantFrom(" ", "\n", "\r\n", "\n    ", ", ", "\t");
    const text = fc.array(fc.tuple(word, gap)).map((pairs) => pairs.flat().join(""));
    fc.assert(
      fc.property(text, (it) => {
        expect(redact(it, [new Secret(pem)])).toBe(it);
      }),
    );
  });

  it("is unchanged if it was redacted before", () => {
    const text = `${Object.values(tokens).join("\nand ")}\n${pem} Authorization: Bearer x1`;
    const once = redact(text);
    expect(redact(once)).toBe(once);
  });
});

it("no piece of a token or key survives between any two texts", () => {
  const secret = fc.constantFrom(...Object.values(tokens), bodyOf(pem), bodyOf(ecPem));
  const words = fc.array(fc.constantFrom("a", "token", "is", "wrong:", "404", "\n", "(x)"));
  const encode = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => Buffer.from(text).toString("base64"),
    (text) => JSON.stringify({ text }),
  );
  const width = fc.integer({ min: 20, max: 120 });
  fc.assert(
    fc.property(secret, words, words, encode, width, (value, before, after, write, columns) => {
      const text = `${before.join(" ")} ${broken(write(value), columns, "\n")} ${after.join(" ")}`;
      expect(survivors(value, redact(text).replace(/\s/g, ""))).toEqual([]);
      expect(survivors(value, redact(text))).toEqual([]);
    }),
  );
});

it.each([
  ["words", "the App is installed\n"],
  ["spaces", " "],
  ["line breaks", "\n"],
  ["backslashes", "\\"],
  ["dashes", "-"],
  ["base64", "QUJD"],
  ["beginnings of tokens", "ghp_"],
  ["beginnings of JWTs", "eyJ"],
  ["beginnings of keys", "-----BEGIN RSA PRIVATE KEY----- x "],
  ["ends of keys", "A -----END RSA PRIVATE KEY-----"],
  ["beginnings of URLs", "https://a"],
  ["headers", "authorization:"],
  ["bare keys", "MHcCAQEEI "],
  ["escape sequences", "\u001b[3"],
  ["tokens over lines", "eyJabcdefghijk.a\n"],
])("400 KB of %s take only linear time", (_, piece) => {
  const text = piece.repeat(Math.ceil(400_000 / piece.length));
  const start = process.cpuUsage();
  redact(text, [new Secret(pem)]);
  const { user } = process.cpuUsage(start);
  // A quadratic step takes 9 seconds or more. The limit is CPU time, because other processes slow
  // down the clock.
  expect(user / 1e6).toBeLessThan(4);
});
