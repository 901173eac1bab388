import { generateKeyPairSync, randomBytes, createSign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../../src/shared/redact.ts";
import { Secret } from "../../src/shared/secret.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const pem = rsa.export({ type: "pkcs1", format: "pem" }).toString();
const pkcs8 = rsa.export({ type: "pkcs8", format: "pem" }).toString();
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const ecPem = ec.export({ type: "sec1", format: "pem" }).toString();
const bodyOf = (key: string) => key.replace(/-----[^-]+-----/g, "").replace(/\s/g, "");

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const opaque = (length: number) =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwtHead = `${base64url({ alg: "RS256", typ: "JWT" })}.${base64url({ iss: "Iv23liABC", exp: 1_900_000_000 })}`;
const jwt = `${jwtHead}.${createSign("RSA-SHA256").update(jwtHead).sign(rsa).toString("base64url")}`;

const tokens: Record<string, string> = {
  classic: `ghp_${opaque(36)}`,
  oauth: `gho_${opaque(36)}`,
  "user-to-server": `ghu_${opaque(36)}`,
  installation: `ghs_${opaque(36)}`,
  "long installation": `ghs_123456_${jwt}`,
  refresh: `ghr_${opaque(76)}`,
  "fine-grained": `github_pat_${opaque(22)}_${opaque(59)}`,
  "JSON Web Token": jwt,
};

const broken = (text: string, width: number, lineBreak: string) =>
  text.match(new RegExp(`[^]{1,${width}}`, "g"))!.join(lineBreak);

/** The pieces of eight characters of a secret that can be read in a text. */
function survivors(secret: string, text: string): string[] {
  return Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter(
    (piece) => text.includes(piece),
  );
}

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
    const shown = redact(`before ${spelling} after`, [secret]);
    expect(survivors(bodyOf(pem), shown.replace(/\s/g, ""))).toEqual([]);
    expect(shown).toMatch(/^before .* after$/s);
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

  it("is hidden when it is shorter than eight characters", () => {
    expect(redact("the PIN is 4711.", [new Secret("4711")])).toBe("the PIN is [secret].");
  });

  it("leaves the text alone when it is empty or blank", () => {
    expect(redact("a b c", [new Secret(""), new Secret(" \n")])).toBe("a b c");
  });

  it("leaves the words of an armour line readable", () => {
    const text = "The text between BEGIN RSA PRIVATE KEY and END RSA PRIVATE KEY is no key.";
    expect(redact(text, [secret])).toBe(text);
  });

  it("does not survive, whatever it is and wherever it stands", () => {
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

describe("a token that nobody named", () => {
  const places: Record<string, (token: string) => string> = {
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
    Object.entries(places).map(([place, put]) => ({ kind, token, place, put })),
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
    for (let width = 9; width <= token.length + 5; width++) {
      for (const lineBreak of ["\n", "\r\n", "\n    ", "│\n│ "]) {
        const shown = redact(broken(`tok: ${token}`, width, lineBreak));
        expect(survivors(token, shown.replace(/[\s│]/g, ""))).toEqual([]);
      }
    }
  });

  it.each(Object.entries(tokens))("is hidden when its end is cut off: %s", (_, token) => {
    const least = token.startsWith("ey") ? jwtHead.indexOf(".") + 5 : 24;
    for (let length = least; length < token.length; length++) {
      expect(survivors(token, redact(`bad ${token.slice(0, length)}`))).toEqual([]);
    }
  });

  it("ends where the next line begins", () => {
    expect(redact(`${tokens["classic"]}\nauthentication failed`)).toBe(
      "[secret]\nauthentication failed",
    );
    expect(redact(`${jwt}\nauthentication failed`)).toBe("[secret]\nauthentication failed");
    expect(redact(`Use ${jwt}. Then go on.`)).toBe("Use [secret]. Then go on.");
  });
});

describe("a private key that nobody named", () => {
  const keys = { "PKCS#1": pem, "PKCS#8": pkcs8, SEC1: ecPem };
  const shapes: Record<string, (key: string) => string> = {
    "as it is": (key) => key,
    "with CRLF": (key) => key.replaceAll("\n", "\r\n"),
    "with escaped line breaks": (key) => JSON.stringify({ pem: key }),
    "with line breaks escaped twice": (key) => JSON.stringify(JSON.stringify({ pem: key })),
    "on one line": (key) => key.trim().replaceAll("\n", " "),
    "without any space": (key) => key.replaceAll("\n", ""),
    "in a URL": (key) => encodeURIComponent(key),
    "with lines broken by a terminal": (key) => broken(key.replaceAll("\n", " "), 33, "\n"),
    "in a box": (key) => key.replaceAll("\n", " │\n│ "),
    "behind timestamps": (key) => key.replaceAll("\n", "\n2030-01-01T00:00:00Z "),
    "without END": (key) => key.slice(0, key.indexOf("-----END")),
    "cut off in END": (key) => key.slice(0, key.indexOf("-----END") + 11),
    "cut off in the middle": (key) => key.slice(0, key.length / 2),
    "cut off, on one line": (key) => key.slice(0, key.length / 2).replaceAll("\n", " "),
    "cut off, escaped": (key) => JSON.stringify(key.slice(0, key.length / 2)),
    "without BEGIN": (key) => key.slice(key.indexOf("\n") + 20),
    "without armour": (key) => bodyOf(key),
    "as base64": (key) => Buffer.from(key).toString("base64"),
    "as base64 over many lines": (key) => broken(Buffer.from(key).toString("base64"), 76, "\n"),
    "as base64, cut off": (key) => Buffer.from(key).toString("base64").slice(0, 160),
  };
  const cases = Object.entries(keys).flatMap(([kind, key]) =>
    Object.entries(shapes).map(([shape, write]) => ({ kind, key, shape, write })),
  );

  it.each(cases)("is hidden: $kind $shape", ({ key, write }) => {
    const text = write(key);
    const shown = redact(`gh: it said: ${text}`);
    expect(survivors(bodyOf(key), shown.replace(/\s|│|\\n/g, ""))).toEqual([]);
    expect(shown).toMatch(/^gh: it said: /);
  });

  it.each([0, 1, 2])("is hidden as base64 after %d other bytes", (before) => {
    const text = Buffer.from("xy".slice(0, before) + pem.trim()).toString("base64");
    expect(redact(`data: ${text}`)).toMatch(/^data: .{0,3}\[secret\].{0,4}$/);
  });

  it("ends where ordinary text goes on", () => {
    expect(redact(`before\n${pem}after it`)).toBe("before\n[secret]\nafter it");
    expect(redact(`${pem.slice(0, 500)}\nError: the key is cut off`)).toBe(
      "[secret]\nError: the key is cut off",
    );
  });

  it("is hidden with the headers of an encrypted key", () => {
    const head = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF\n\n";
    const text = pem.replace("KEY-----\n", `KEY-----\n${head}`);
    expect(redact(text.slice(0, 600))).toBe("[secret]");
  });
});

describe("a credential that is known by its place", () => {
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
    "Tokens begin with ghp_, gho_, ghu_, ghs_, ghr_ or github_pat_.",
    "laughs_out_loud_in_the_dark_and_goes_on",
    "The App lacks Authorization for the repository; see eyebrow.example.test.",
    String.raw`C:\new\repository\thing and C:\\new\\repository`,
    "\u001b[32m✔\u001b[39m App  ready\n  \u001b[2mnext\u001b[22m",
  ])("is left as it is: %s", (text) => {
    expect(redact(text, [new Secret(tokens["classic"]!)])).toBe(text);
  });

  it("is left as it is, whatever its words are", () => {
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

  it("is left as it is when it was redacted before", () => {
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
])("one megabyte of %s takes no more than linear time", (_, piece) => {
  const time = (size: number) => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    const start = performance.now();
    redact(text, [new Secret(pem)]);
    return performance.now() - start;
  };
  time(10_000);
  // A quadratic step would take minutes here; a slow machine takes a few seconds.
  expect(time(1_000_000)).toBeLessThan(8_000);
});
