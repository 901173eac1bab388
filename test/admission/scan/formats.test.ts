import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/admission/scan/scan-paths.ts";
import { vendorSamples } from "../../shared/redact/vendor-samples.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { makeTar, makeZip } from "./make-archives.ts";
import { chunk, debOf, makePdf, makePng } from "./make-documents.ts";
import { scanOne as scan, text, token } from "./scan-one.ts";

const half = token.slice(0, 20);
const otherHalf = token.slice(20);

describe("a credential is found in a format that is unpacked", () => {
  test.each([
    [
      "deb, packed by gzip",
      "a.deb",
      debOf("data.tar.gz", gzipSync(makeTar([{ name: "./etc/x", content: text }]))),
      "a.deb!data.tar.gz!./etc/x:2 forge token",
    ],
    [
      "deb, not packed",
      "a.deb",
      debOf("data.tar", makeTar([{ name: "./x", content: text }])),
      "a.deb!data.tar!./x:2 forge token",
    ],
    ["the pixels of a PNG", "a.png", makePng(text), "a.png!(pixels):2 forge token"],
    [
      "a text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [chunk("tEXt", Buffer.from(`k\0${token}`))]),
      "a.png!tEXt:1 forge token",
    ],
    [
      "a packed text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [
        chunk("zTXt", Buffer.concat([Buffer.from("k\0\0"), deflateSync(text)])),
      ]),
      "a.png!zTXt:2 forge token",
    ],
    [
      "an international text of a PNG",
      "a.png",
      makePng(Buffer.from("x"), [
        chunk("iTXt", Buffer.concat([Buffer.from("k\0\u0001\0en\0k\0"), deflateSync(text)])),
      ]),
      "a.png!iTXt:2 forge token",
    ],
    [
      "behind a PNG",
      "a.png",
      Buffer.concat([makePng(Buffer.from("x")), makeZip([{ name: "b", content: text }])]),
      "a.png!(behind its end)!b:2 forge token",
    ],
    [
      "a stream of a PDF",
      "a.pdf",
      makePdf(`BT (${token}) Tj ET`),
      "a.pdf!(stream 1):1 forge token",
    ],
    [
      "letters of a PDF with distances",
      "a.pdf",
      makePdf(`[(${half}) -20.5 (${otherHalf})] TJ`),
      "a.pdf!(stream 1, joined):1 forge token",
    ],
    [
      "hex of a PDF",
      "a.pdf",
      makePdf(`<${Buffer.from(token).toString("hex")}> Tj`),
      "a.pdf!(stream 1):1 key or token in hex",
    ],
    [
      "a PDF that is not packed",
      "a.pdf",
      Buffer.from(`%PDF-1.4\n(${token}) Tj`),
      "a.pdf!(document):2 forge token",
    ],
    [
      "a PDF in a zip",
      "a.zip",
      makeZip([{ name: "b.pdf", content: makePdf(token) }]),
      "a.zip!b.pdf!(stream 1):1 forge token",
    ],
    [
      "a private key in bytes",
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
      "escapes of JSON",
      "a.json",
      Buffer.from(`{"a": "${token.replace("_", "\\u005f")}"}`),
      "a.json:1 forge token",
    ],
  ])("%s", async (_, name, bytes, finding) => {
    const { findings } = await scan(name, bytes);
    expect(findings).toContain(finding);
  });

  test.each(vendorSamples)("a %s", async (kind, value) => {
    expect((await scan("a.txt", `first\nK ${value}\n`)).findings).toEqual([`a.txt:2 ${kind}`]);
  });
});

const noise = randomBytes(5000);
const magic = (mark: string) => Buffer.concat([Buffer.from(mark, "latin1"), Buffer.alloc(40)]);

describe("what cannot be read is not a pass", () => {
  test.each([
    [
      "deb, packed by xz",
      "a.deb",
      debOf("data.tar.xz", magic("\xfd7zXZ\0")),
      "a.deb!data.tar.xz: its format is not read: xz",
    ],
    ["lzip", "a", magic("LZIP\x01"), "a: its format is not read: lzip"],
    [
      "lzma",
      "a",
      Buffer.concat([Buffer.from([0x5d, 0, 0, 0x80, 0]), Buffer.alloc(8, 0xff), noise]),
      "a: its format is not read: lzma",
    ],
    ["cab", "a", magic("MSCF\0\0\0\0"), "a: its format is not read: cab"],
    ["squashfs", "a", magic("hsqs"), "a: its format is not read: squashfs"],
    ["rpm", "a", magic("\xed\xab\xee\xdb\x03"), "a: its format is not read: rpm"],
    ["cpio", "a", magic("070701"), "a: its format is not read: cpio"],
    ["JPEG", "a.jpg", magic("\xff\xd8\xff\xe0"), "a.jpg: its format is not read: JPEG"],
    [
      "a key store",
      "a.jks",
      magic("\xfe\xed\xfe\xed\0\0\0\x02"),
      "a.jks: its format is not read: Java key store",
    ],
    [
      "random bytes of no known format",
      "a.bin",
      noise,
      "a.bin: it holds packed or encrypted data, which is not read",
    ],
    [
      "random bytes behind text",
      "a.bin",
      Buffer.concat([Buffer.alloc(9000, "hello "), noise]),
      "a.bin: it holds packed or encrypted data, which is not read",
    ],
    [
      "an archive in the middle of a file",
      "a.bin",
      Buffer.concat([
        Buffer.alloc(5000, "hello "),
        gzipSync(randomBytes(9000)),
        Buffer.from("end"),
      ]),
      "a.bin: it holds packed or encrypted data, which is not read",
    ],
    [
      "a short piece of random bytes",
      "a.bin",
      randomBytes(400),
      "a.bin: it holds packed or encrypted data, which is not read",
    ],
    [
      "random bytes in a zip",
      "a.zip",
      makeZip([{ name: "b", content: noise }]),
      "a.zip!b: it holds packed or encrypted data, which is not read",
    ],
    [
      "a PDF with another filter",
      "a.pdf",
      makePdf("x", { dictionary: "/Filter /LZWDecode" }),
      "a.pdf!(document): a stream in it is packed by LZWDecode, which is not read",
    ],
    [
      "a PDF with two filters",
      "a.pdf",
      makePdf("x", { dictionary: "/Filter [/ASCII85Decode /FlateDecode]" }),
      "a.pdf!(document): a stream in it is packed by ASCII85Decode and FlateDecode, which is not read",
    ],
    [
      "a PDF with codes of a font",
      "a.pdf",
      makePdf("x", { rest: "<< /Type /Font /Encoding /Identity-H >>" }),
      "a.pdf!(document): its text is in the codes of a font, which are not read",
    ],
    [
      "a PDF with a password",
      "a.pdf",
      makePdf("x", { rest: "<< /Encrypt 5 0 R >>" }),
      "a.pdf!(document): it is encrypted",
    ],
    [
      "a PDF that is damaged",
      "a.pdf",
      Buffer.from("%PDF-1.7\n<< /Filter /FlateDecode >>\nstream\nhello\nendstream"),
      "a.pdf!(document): a stream in it is damaged, cut off or too long",
    ],
    ["a PNG that is cut off", "a.png", makePng(text).subarray(0, 50), "a.png: it ends too early"],
    [
      "text that is named like a PDF",
      "a.pdf",
      Buffer.from("hello"),
      "a.pdf: it is named like a pdf file and does not begin like one",
    ],
  ])("%s", async (_, name, bytes, line) => {
    expect((await scan(name, bytes)).notSearched).toContain(line);
  });

  test("a bundle of git", async () => {
    const folder = makeFolder("scan-bundle");
    writeFileSync(join(folder, "a.txt"), text);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
    git("init", "-q", "-b", "main");
    git("add", "a.txt");
    git("commit", "-q", "-m", "a");
    git("bundle", "create", "-q", "all.bundle", "main");
    const { notSearched } = await scanPaths([join(folder, "all.bundle")]);
    expect(notSearched).toMatchObject([{ reason: "its format is not read: git bundle" }]);
  });

  test("the bytes of it are searched anyway", async () => {
    const { findings } = await scan("a.jpg", Buffer.concat([magic("\xff\xd8\xff\xe1"), text]));
    expect(findings).toEqual(["a.jpg:2 forge token"]);
  });

  test("a bomb in a PDF ends with a sentence", async () => {
    const bomb = makePdf("a".repeat(70 * 1024 ** 2));
    expect((await scan("a.pdf", bomb)).notSearched).toEqual([
      "a.pdf!(document): a stream in it is damaged, cut off or too long",
    ]);
    expect((await scan("a.pdf", bomb, { pdfBytes: 1000 })).notSearched).toEqual([
      "a.pdf: it is a PDF of more than 1000 bytes",
    ]);
  });
});

test("a place that was accepted by name is listed, and is not missing from the search", async () => {
  const folder = makeFolder("scan-accept");
  const zip = join(folder, "a.zip");
  writeFileSync(
    zip,
    makeZip([
      { name: "b", content: noise },
      { name: "c", content: noise },
    ]),
  );
  writeFileSync(join(folder, "a.zipper"), noise);
  const places = async (accepted: readonly string[]) => {
    const report = await scanPaths([folder], { accepted });
    const short = ({ place }: { place: string }) => place.slice(folder.length + 1);
    return [report.notSearched.map(short), report.accepted.map(short)];
  };
  expect(await places([])).toEqual([["a.zip!b", "a.zip!c", "a.zipper"], []]);
  expect(await places([`${zip}!b`])).toEqual([["a.zip!c", "a.zipper"], ["a.zip!b"]]);
  expect(await places([zip])).toEqual([["a.zipper"], ["a.zip!b", "a.zip!c"]]);
});
