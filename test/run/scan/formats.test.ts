import { generateKeyPairSync } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { vendorSamples } from "../../shared/redact/vendor-samples.ts";
import { makeTar, makeZip } from "./make-archives.ts";
import { chunk, debOf, makePdf, makePng, pdfStream } from "./make-documents.ts";
import { scanOne as scan, text, token } from "./scan-one.ts";

const half = token.slice(0, 20);
const otherHalf = token.slice(20);

describe("a credential is found in", () => {
  test.each([
    [
      "a deb package with gzip",
      "a.deb",
      debOf("data.tar.gz", gzipSync(makeTar([{ name: "./etc/x", content: text }]))),
      "a.deb!data.tar.gz!./etc/x:2 forge token",
    ],
    [
      "an uncompressed deb package",
      "a.deb",
      debOf("data.tar", makeTar([{ name: "./x", content: text }])),
      "a.deb!data.tar!./x:2 forge token",
    ],
    ["the pixels of a PNG", "a.png", makePng(text), "a.png!(pixels):2 forge token"],
    [
      "the text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [chunk("tEXt", Buffer.from(`k\0${token}`))]),
      "a.png!tEXt:1 forge token",
    ],
    [
      "compressed text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [
        chunk("zTXt", Buffer.concat([Buffer.from("k\0\0"), deflateSync(text)])),
      ]),
      "a.png!zTXt:2 forge token",
    ],
    [
      "international text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [
        chunk("iTXt", Buffer.concat([Buffer.from("k\0\u0001\0en\0k\0"), deflateSync(text)])),
      ]),
      "a.png!iTXt:2 forge token",
    ],
    [
      "a zip after the end of a PNG",
      "a.png",
      Buffer.concat([makePng(Buffer.from("x")), makeZip([{ name: "b", content: text }])]),
      "a.png!(after the end)!b:2 forge token",
    ],
    ["a PDF stream", "a.pdf", makePdf(`BT (${token}) Tj ET`), "a.pdf!(stream 1):1 forge token"],
    [
      "PDF text that is split by spacing",
      "a.pdf",
      makePdf(`[(${half}) -20.5 (${otherHalf})] TJ`),
      "a.pdf!(stream 1, joined):1 forge token",
    ],
    [
      "hex text of a PDF",
      "a.pdf",
      makePdf(`<${Buffer.from(token).toString("hex")}> Tj`),
      "a.pdf!(stream 1):1 key or token in hex",
    ],
    [
      "an uncompressed PDF",
      "a.pdf",
      Buffer.from(`%PDF-1.4\n(${token}) Tj`),
      "a.pdf!(document):2 forge token",
    ],
    [
      "an archive in a PDF stream",
      "a.pdf",
      makePdf(gzipSync(makeTar([{ name: "b", content: text }]))),
      "a.pdf!(stream 1)!b:2 forge token",
    ],
    [
      "an archive in an uncompressed PDF stream",
      "a.pdf",
      makePdf("", { rest: pdfStream("", gzipSync(text)) }),
      "a.pdf!(stream 2):2 forge token",
    ],
    [
      "a PDF stream with a long dictionary after its filter",
      "a.pdf",
      makePdf(`BT (${token}) Tj ET`, {
        dictionary: `/Filter /FlateDecode /X (${"x".repeat(5000)} obj)`,
      }),
      "a.pdf!(stream 1):1 forge token",
    ],
    [
      "a PDF stream whose filter name has escapes",
      "a.pdf",
      makePdf(`BT (${token}) Tj ET`, { dictionary: "/F#69lter /Flate#44ecode" }),
      "a.pdf!(stream 1):1 forge token",
    ],
    [
      "data after the compressed part of a PDF stream",
      "a.pdf",
      makePdf("", {
        rest: pdfStream("/Filter /FlateDecode", deflateSync("x"), gzipSync(text)),
      }),
      "a.pdf!(after stream 2):2 forge token",
    ],
    [
      "an archive in compressed text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [
        chunk("zTXt", Buffer.concat([Buffer.from("k\0\0"), deflateSync(gzipSync(text))])),
      ]),
      "a.png!zTXt:2 forge token",
    ],
    [
      "a PDF in a zip",
      "a.zip",
      makeZip([{ name: "b.pdf", content: makePdf(token) }]),
      "a.zip!b.pdf!(stream 1):1 forge token",
    ],
    [
      "a private key in DER format",
      "key.der",
      generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
        type: "pkcs8",
        format: "der",
      }),
      "key.der:1 private key",
    ],
    [
      "UTF-16 in base64",
      "a.txt",
      Buffer.from(Buffer.from(token, "utf16le").toString("base64")),
      "a.txt:1 key or token in base64",
    ],
    [
      "JSON escapes",
      "a.json",
      Buffer.from(`{"a": "${token.replace("_", "\\u005f")}"}`),
      "a.json:1 forge token",
    ],
  ])("%s", async (_, name, bytes, finding) => {
    const { findings } = await scan(name, bytes);
    expect(findings).toContain(finding);
  });

  test.each(vendorSamples)("plain text: %s", async (kind, value) => {
    expect((await scan("a.txt", `first\nK ${value}\n`)).findings).toEqual([`a.txt:2 ${kind}`]);
  });
});
