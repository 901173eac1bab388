import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { makeZip } from "./make-archives.ts";
import { debOf, makePdf, makePng, pdfStream } from "./make-documents.ts";
import { scanOne as scan, text } from "./scan-one.ts";

const noise = randomBytes(5000);
const magic = (mark: string) => Buffer.concat([Buffer.from(mark, "latin1"), Buffer.alloc(40)]);

describe("unreadable content does not pass:", () => {
  test.each([
    [
      "a deb package with xz",
      "a.deb",
      debOf("data.tar.xz", magic("\xfd7zXZ\0")),
      "a.deb!data.tar.xz: unsupported format: xz",
    ],
    ["lzip", "a", magic("LZIP\x01"), "a: unsupported format: lzip"],
    [
      "lzma",
      "a",
      Buffer.concat([Buffer.from([0x5d, 0, 0, 0x80, 0]), Buffer.alloc(8, 0xff), noise]),
      "a: unsupported format: lzma",
    ],
    ["cab", "a", magic("MSCF\0\0\0\0"), "a: unsupported format: cab"],
    ["squashfs", "a", magic("hsqs"), "a: unsupported format: squashfs"],
    ["rpm", "a", magic("\xed\xab\xee\xdb\x03"), "a: unsupported format: rpm"],
    ["cpio", "a", magic("070701"), "a: unsupported format: cpio"],
    ["JPEG", "a.jpg", magic("\xff\xd8\xff\xe0"), "a.jpg: unsupported format: JPEG"],
    [
      "a Java key store",
      "a.jks",
      magic("\xfe\xed\xfe\xed\0\0\0\x02"),
      "a.jks: unsupported format: Java key store",
    ],
    [
      "random bytes without a known format",
      "a.bin",
      noise,
      "a.bin: it contains compressed or encrypted data",
    ],
    ...[512, 513, 3000, 6000].map((length): [string, string, Buffer, string] => [
      `${length} random bytes between text`,
      "a.bin",
      Buffer.concat([Buffer.alloc(5000, "hello "), randomBytes(length), Buffer.alloc(9000, "x ")]),
      "a.bin: it contains compressed or encrypted data",
    ]),
    [
      "random bytes in a program",
      "a",
      Buffer.concat([Buffer.from("\x7fELF"), Buffer.alloc(5000), randomBytes(2100)]),
      "a: it contains compressed or encrypted data",
    ],
    ...["/Filter /FlateDecode", ""].map((dictionary): [string, string, Buffer, string] => [
      `random bytes in a stream of a PDF with the dictionary <<${dictionary}>>`,
      "a.pdf",
      makePdf("", {
        rest: pdfStream(dictionary, dictionary === "" ? noise : deflateSync(noise)),
      }),
      "a.pdf!(stream 2): it contains compressed or encrypted data",
    ]),
    [
      "random bytes between the objects of a PDF",
      "a.pdf",
      makePdf("", { rest: Buffer.concat([Buffer.from("%"), noise]) }),
      "a.pdf!(outside streams): it contains compressed or encrypted data",
    ],
    [
      "a truncated PDF stream",
      "a.pdf",
      makePdf("", { rest: pdfStream("/Filter /FlateDecode", deflateSync(noise).subarray(0, 99)) }),
      "a.pdf!(document): a stream is damaged, truncated or too long",
    ],
    [
      "random bytes after text",
      "a.bin",
      Buffer.concat([Buffer.alloc(9000, "hello "), noise]),
      "a.bin: it contains compressed or encrypted data",
    ],
    [
      "an archive in the middle of a file",
      "a.bin",
      Buffer.concat([
        Buffer.alloc(5000, "hello "),
        gzipSync(randomBytes(9000)),
        Buffer.from("end"),
      ]),
      "a.bin: it contains compressed or encrypted data",
    ],
    [
      "a short run of random bytes",
      "a.bin",
      randomBytes(400),
      "a.bin: it contains compressed or encrypted data",
    ],
    [
      "random bytes in a zip",
      "a.zip",
      makeZip([{ name: "b", content: noise }]),
      "a.zip!b: it contains compressed or encrypted data",
    ],
    [
      "a PDF with an unsupported filter",
      "a.pdf",
      makePdf("x", { dictionary: "/Filter /LZWDecode" }),
      "a.pdf!(document): a stream uses unsupported compression: LZWDecode",
    ],
    [
      "a PDF with two filters",
      "a.pdf",
      makePdf("x", { dictionary: "/Filter [/ASCII85Decode /FlateDecode]" }),
      "a.pdf!(document): a stream uses unsupported compression: ASCII85Decode and FlateDecode",
    ],
    [
      "a PDF with custom font codes",
      "a.pdf",
      makePdf("x", { rest: "<< /Type /Font /Encoding /Identity-H >>" }),
      "a.pdf!(document): its text uses custom font codes, which are not supported",
    ],
    [
      "a PDF with a password",
      "a.pdf",
      makePdf("x", { rest: "<< /Encrypt 5 0 R >>" }),
      "a.pdf!(document): it is encrypted",
    ],
    [
      "a damaged PDF",
      "a.pdf",
      Buffer.from("%PDF-1.7\n<< /Filter /FlateDecode >>\nstream\nhello\nendstream"),
      "a.pdf!(document): a stream is damaged, truncated or too long",
    ],
    ["a truncated PNG", "a.png", makePng(text).subarray(0, 50), "a.png: it is truncated"],
    [
      "text that is named like a PDF",
      "a.pdf",
      Buffer.from("hello"),
      "a.pdf: it is named like a pdf file but has a different format",
    ],
  ])("%s", async (_, name, bytes, line) => {
    expect((await scan(name, bytes)).notSearched).toContain(line);
  });

  test("a Git bundle", async () => {
    const folder = makeFolder("scan-bundle");
    writeFileSync(join(folder, "a.txt"), text);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder });
    git("init", "-q", "-b", "main");
    git("add", "a.txt");
    git("commit", "-q", "-m", "a");
    git("bundle", "create", "-q", "all.bundle", "main");
    const { notSearched } = await scanPaths([join(folder, "all.bundle")]);
    expect(notSearched).toMatchObject([{ reason: "unsupported format: git bundle" }]);
  });

  test("a JPEG, although its bytes are searched", async () => {
    const { findings } = await scan("a.jpg", Buffer.concat([magic("\xff\xd8\xff\xe1"), text]));
    expect(findings).toEqual(["a.jpg:2 forge token"]);
  });

  test("a decompression bomb in a PDF, which is reported", async () => {
    const bomb = makePdf("a".repeat(70 * 1024 ** 2));
    expect((await scan("a.pdf", bomb)).notSearched).toEqual([
      "a.pdf!(document): a stream is damaged, truncated or too long",
    ]);
    expect((await scan("a.pdf", bomb, { pdfBytes: 1000 })).notSearched).toEqual([
      "a.pdf: it is a PDF file larger than 1000 bytes",
    ]);
  });
});

test("a location that was accepted by name is listed as accepted, not as unread", async () => {
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
  writeFileSync(join(folder, "a.zip!d"), noise);
  const locations = async (accepted: readonly string[]) => {
    const report = await scanPaths([folder], { accepted });
    const short = ({ location }: { location: string }) => location.slice(folder.length + 1);
    return {
      left: report.notSearched.map(short),
      accepted: report.accepted.map(short),
      unmatched: report.unmatched,
    };
  };
  const entries = ["a.zip!b", "a.zip!c"];
  const [unmatched, files] = [[], ["a.zip!d", "a.zipper"]];
  const all = { left: [...entries, ...files], accepted: [], unmatched };
  expect(await locations([])).toEqual(all);
  expect(await locations([`${zip}!b`])).toEqual({
    left: ["a.zip!c", ...files],
    accepted: ["a.zip!b"],
    unmatched,
  });
  const spelled = join(folder, "..") + `/./${basename(folder)}//a.zip`;
  for (const name of [zip, spelled])
    expect(await locations([name])).toEqual({ left: files, accepted: entries, unmatched });
  expect(await locations(["a.zip"])).toEqual({ ...all, unmatched: ["a.zip"] });
});
