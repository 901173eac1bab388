import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bodyLine } from "../../../src/firewall/log/body-line.ts";
import { CapturedBody } from "../../../src/firewall/log/captured-body.ts";

function capture(limit: number, ...chunks: readonly (string | Buffer)[]): CapturedBody {
  const body = new CapturedBody(limit);
  for (const chunk of chunks) body.add(Buffer.from(chunk));
  return body;
}

function line(sent: CapturedBody, received = capture(1)) {
  const text = bodyLine(
    {
      at: new Date("2026-03-04T05:06:07.890Z"),
      kind: "request",
      way: "proxy",
      decision: { allowed: true, explanation: "a rule", rule: { id: "1", text: "a.test" } },
      scheme: "https",
      host: "a.test",
      port: 443,
      method: "POST",
      target: "/x?page=1&token=s3cret",
      status: 200,
      bytesSent: 0,
      bytesReceived: 0,
      milliseconds: 1,
      bodies: { sent, received },
    },
    "names",
  );
  return text === undefined ? undefined : (JSON.parse(text) as { request?: object });
}

const token = `ghp_${"a1B2".repeat(9)}`;

test("a line contains the request's URL and both bodies, but no credential of the URL", () => {
  expect(line(capture(100, '{"a":', "1}"), capture(100, "done"))).toEqual({
    at: "2026-03-04T05:06:07.890Z",
    method: "POST",
    url: expect.stringMatching(/^https:\/\/a\.test\/x\?page=\*&token=(?!s3cret)/),
    status: 200,
    request: { bytes: 7, text: '{"a":1}' },
    response: { bytes: 4, text: "done" },
  });
});

test("a request and response without bodies have no line", () => {
  expect(line(capture(100), capture(100))).toBeUndefined();
});

describe("the text of a body", () => {
  test.each([
    ["a token", `use ${token} here`, token],
    ["a field of a secret", '{"password": "hunter2hunter2", "a": 1}', "hunter2hunter2"],
    ["a form field", "user=mona&client_secret=hunter2hunter2&a=1", "hunter2hunter2"],
    ["a field whose name only a form has", "a=1&sessionid=k7Lq0pZx&b=2", "k7Lq0pZx"],
    ["a form field at the end of a file", "a=1'&session=k7Lq0pZx\n", "k7Lq0pZx"],
    ["a text with spaces", '{"password": "correct horse", "a": 1}', "horse"],
    ["a text with a quotation mark", String.raw`{"password":"ab\"cdefgh","a":1}`, "cdefgh"],
    ["a text that the limit cuts", '{"a":1,"pwd":"correct horse', "correct"],
    ["a member whose name only JSON has", '{"session":"k7Lq0pZx"}', "k7Lq0pZx"],
    ["an authorization header", `Authorization: Bearer ${token}`, token],
    ["a private key", `-----BEGIN PRIVATE KEY-----\n${"MIIEv0aB".repeat(12)}\n`, "MIIEv0aB"],
  ])("does not contain %s", (_what, text, secret) => {
    expect(line(capture(1000, text))?.request).toMatchObject({
      text: expect.not.stringContaining(secret),
    });
  });

  test("is redacted although the limit or the chunks split a token", () => {
    const text = `use ${token} here`;
    for (let limit = 1; limit <= text.length; limit += 1) {
      const { request } = line(capture(limit, text)) ?? {};
      expect(JSON.stringify(request)).not.toContain("a1B2");
    }
    for (let at = 1; at < text.length; at += 1) {
      const { request } = line(capture(100, text.slice(0, at), text.slice(at))) ?? {};
      expect(JSON.stringify(request)).not.toContain("a1B2");
    }
  });

  test("is cut at the end of a long text, whose words are not searched one by one", () => {
    const hostile = `${"a".repeat(500_000)} b${" c".repeat(250_000)}`;
    expect(line(capture(600_001, hostile))?.request).toMatchObject({
      text: expect.stringMatching(/ c $/),
      isCut: true,
    });
  });

  test("ends at a word below the limit, and the length of the complete body is kept", () => {
    expect(line(capture(9, "one two three"))?.request).toEqual({
      bytes: 13,
      text: "one two ",
      isCut: true,
    });
    expect(line(capture(6, "é é é é"))?.request).toMatchObject({ text: "é é " });
    const compact = JSON.stringify({ note: "x".repeat(10), more: ["y".repeat(20)] });
    expect(line(capture(30, compact))?.request).toMatchObject({
      text: '{"note":"xxxxxxxxxx","more":["',
    });
  });

  test.each([
    ["gzip", gzipSync("plain text")],
    ["Brotli", brotliCompressSync("plain text")],
  ])("is decompressed from %s", (_name, bytes) => {
    expect(line(capture(1000, bytes))?.request).toEqual({
      bytes: bytes.length,
      text: "plain text",
    });
  });

  test("is cut if it exceeds the limit after decompression", () => {
    const bytes = gzipSync("word ".repeat(100));
    expect(line(capture(102, bytes))?.request).toEqual({
      bytes: bytes.length,
      text: "word ".repeat(20),
      isCut: true,
    });
  });

  test("is decompressed if only its beginning is known, and credentials in it are redacted", () => {
    const long = Array.from({ length: 2000 }, (_, index) => `word${(index * 7919) % 2003}`);
    const bytes = gzipSync(`${token} ${long.join(" ")}`);
    const { request } = line(capture(500, bytes)) ?? {};
    expect(request).toMatchObject({ isCut: true, text: expect.stringContaining("word") });
    expect(JSON.stringify(request)).not.toContain("a1B2");
  });

  test.each([
    ["bytes that are not text", Buffer.from([0xff, 0xfe, 0x00, 0x01])],
    ["another compression", deflateSync("plain text")],
    ["a body that grows too much", gzipSync(Buffer.alloc(1_000_000, "a"))],
  ])("is omitted for %s", (_what, bytes) => {
    expect(line(capture(2000, bytes))?.request).toEqual({ bytes: bytes.length });
  });
});
