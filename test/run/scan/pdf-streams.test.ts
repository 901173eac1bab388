import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { undoPredictor } from "../../../src/run/scan/pdf-predictor.ts";
import { makePdf, pdfStream } from "./make-documents.ts";
import { scanOne as scan, token } from "./scan-one.ts";

const flate = "/Filter /FlateDecode";
const noise = randomBytes(5000);
const page = pdfStream(flate, deflateSync(`BT (${token}) Tj ET`));
const noisy = pdfStream(flate, deflateSync(noise));

/** Creates a document of these parts. */
const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(["%PDF-1.7\n", ...parts, "\n%%EOF\n"].map((part) => Buffer.from(part)));
/** Encodes rows of five bytes as differences from the row above, each after its filter byte. */
const rows = (text: string) => {
  const bytes = Buffer.from(text);
  const lines = [...bytes.keys()].filter((at) => at % 5 === 0);
  return Buffer.concat(
    lines.map((at) =>
      Buffer.from([
        2,
        ...bytes.subarray(at, at + 5).map((byte, i) => byte - (bytes[at + i - 5] ?? 0)),
      ]),
    ),
  );
};
const predicted = (parameters: string) =>
  makePdf(rows(`BT (${token}) Tj ET`), { dictionary: `${flate} ${parameters}` });

describe("a credential in a PDF stream is found", () => {
  test.each([
    ["after a comment that contains the stream keyword", pdf("% /Image stream\n", page)],
    ["after a string with an escaped parenthesis", pdf("1 0 obj (a \\( % b) endobj\n", page)],
    ["with a comment in its dictionary", pdf("2 0 obj\n<< % >> stream\n", page.subarray(11))],
    ["with a predictor", predicted("/DecodeParms << /Predictor 15 /Columns 5 >>")],
    [
      "with a predictor number that starts with a zero",
      predicted("/DecodeParms [<< /Predictor 012 /Columns 5 >>]"),
    ],
    ["in an image", predicted("/Type /Image /DP << /Predictor 12 /Columns 5 >>")],
    [
      "in a cross-reference stream",
      predicted("/Type /XRef /DecodeParms << /Predictor 12 /Columns 5 >>"),
    ],
  ])("%s", async (_, bytes) => {
    expect((await scan("a.pdf", bytes)).findings).toContain("a.pdf!(stream 1):1 forge token");
  });

  test("in hex with spaces", async () => {
    const hex = Buffer.from(token).toString("hex").replaceAll(/../g, "$& ");
    const { findings } = await scan("a.pdf", makePdf(`<${hex}> Tj`));
    expect(findings).toContain("a.pdf!(stream 1, joined):1 key or token in hex");
  });
});

describe("a part of a PDF that is not read is reported:", () => {
  const unclear = "a.pdf!(document): the start of a stream is ambiguous";
  const even = "a.pdf!(stream 1): it contains compressed or encrypted data";
  const predictor = "a.pdf!(document): a stream uses an unsupported predictor";
  const withNoise = (dictionary: string) =>
    pdf(pdfStream(`${flate} ${dictionary}`, deflateSync(noise)));
  test.each([
    ["compressed data after a comment about an image", pdf("% /Image stream\n", noisy), even],
    ["a stream keyword in a comment", pdf("% ", "2 0 obj << >> stream\n"), unclear],
    ["a stream in a string", pdf("(", page), unclear],
    ["a stream within a stream", pdf("1 0 obj << /Subtype /Image >> stream\n", noisy), unclear],
    ["a stream without a dictionary", pdf("1 0 obj stream\nx\nendstream"), unclear],
    ["the image type in a string", withNoise("/X (/Subtype /Image)"), even],
    ["the image type in another dictionary", withNoise("/X << /Subtype /Image >>"), even],
    ["the image type in a comment", withNoise("% /Subtype /Image\n"), even],
    ["a key named Image", withNoise("/Image 1"), even],
    ["an indirect predictor", predicted("/DecodeParms 9 0 R"), predictor],
    ["an indirect predictor in a list", predicted("/DecodeParms [9 0 R]"), predictor],
    ["an indirect predictor number", predicted("/DecodeParms << /Predictor 9 0 R >>"), predictor],
    ["a TIFF predictor", predicted("/DecodeParms << /Predictor 2 >>"), predictor],
    ["an invalid PNG filter", predicted("/DP << /Predictor 12 /Columns 4 >>"), predictor],
    [
      "a duplicate key",
      predicted("/DecodeParms null /DecodeParms << /Predictor 12 >>"),
      "a.pdf!(document): a stream has an unreadable dictionary",
    ],
  ])("%s", async (_, bytes, line) => {
    expect((await scan("a.pdf", bytes)).notSearched).toContain(line);
  });

  test("except the pixels of an image", async () => {
    const image = withNoise("/Type /XObject /Subtype/Image /Width 5000 /DecodeParms null");
    expect((await scan("a.pdf", image)).notSearched).toEqual([]);
  });
});

test("PNG filters are reversed", () => {
  // Two rows of two pixels with two bytes each; one filter of each kind, computed by hand.
  const undo = (...bytes: number[]) => [
    ...undoPredictor(Buffer.from(bytes), { rowBytes: 4, pixelBytes: 2 })!,
  ];
  const first = [0, 10, 20, 30, 40];
  expect(undo(...first, 1, 1, 2, 3, 250)).toEqual([10, 20, 30, 40, 1, 2, 4, 252]);
  expect(undo(...first, 2, 1, 2, 3, 250)).toEqual([10, 20, 30, 40, 11, 22, 33, 34]);
  expect(undo(...first, 3, 1, 2, 3, 4)).toEqual([10, 20, 30, 40, 6, 12, 21, 30]);
  expect(undo(...first, 4, 1, 2, 3, 4)).toEqual([10, 20, 30, 40, 11, 22, 33, 44]);
  expect(undo(4, 10, 20, 30, 40)).toEqual([10, 20, 40, 60]);
  expect(undoPredictor(Buffer.from([5, 1]), { rowBytes: 4, pixelBytes: 2 })).toBeUndefined();
});
