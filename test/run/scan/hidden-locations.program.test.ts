import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import { pem } from "../../shared/redact/samples.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { makeTar, makeZip, paxNotes } from "./make-archives.ts";
import { scanOne as scan, text, token } from "./scan-one.ts";

const zip = makeZip([{ name: "b", content: text }]);
const harmless = gzipSync("hello");

/** Creates a gzip with a field before the packed data: 8 a name, 16 a comment, 4 extra data. */
function gzipWith(flag: number, notes: Buffer): Buffer {
  const head = Buffer.from(harmless.subarray(0, 10));
  head[3] = flag;
  return Buffer.concat([head, notes, harmless.subarray(10)]);
}

/** Creates a zip as written by tools that do not know lengths in advance. */
function streamedZip(): Buffer {
  const plain = makeZip([{ name: "b", content: text, flags: 8 }]);
  const at = 31 + deflateRawSync(text).length;
  const descriptor = Buffer.alloc(16);
  descriptor.write("PK\x07\x08", "latin1");
  const bytes = Buffer.concat([plain.subarray(0, at), descriptor, plain.subarray(at)]);
  bytes.fill(0, 14, 26);
  const end = bytes.length - 22;
  bytes.writeUInt32LE(bytes.readUInt32LE(end + 16) + descriptor.length, end + 16);
  return bytes;
}

function tarOfOwner(): Buffer {
  const tar = makeTar([{ name: "b" }]);
  tar.write(token.slice(0, 30), 265);
  tar.fill(32, 148, 156);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return tar;
}

function tarWithPadding(): Buffer {
  const tar = makeTar([{ name: "b", content: Buffer.from("x") }]);
  tar.write(token, 600);
  return tar;
}

const noteLength = Buffer.from([token.length, 0]);
const utf16 = Buffer.from(pem, "utf16le");

describe("a credential is found in", () => {
  test.each([
    ["big-endian UTF-16 text", "a", Buffer.from(utf16).swap16(), "a:1 private key"],
    [
      "UTF-16 text with a byte order mark",
      "a",
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      "a:1 private key",
    ],
    ["UTF-8 text with a byte order mark", "a", Buffer.from(`\ufeff${token}`), "a:1 forge token"],
    [
      "a key in base64 with line breaks",
      "a",
      Buffer.from(Buffer.from(pem).toString("base64").replaceAll(/.{76}/g, "$&\n")),
      "a:1 key or token in base64",
    ],
    [
      "the name field of a gzip",
      "a.gz",
      gzipWith(8, Buffer.from(`${token}\0`)),
      "a.gz (notes):1 forge token",
    ],
    [
      "the comment field of a gzip",
      "a.gz",
      gzipWith(16, Buffer.from(`${token}\0`)),
      "a.gz (notes):1 forge token",
    ],
    [
      "the extra field of a gzip",
      "a.gz",
      gzipWith(4, Buffer.concat([noteLength, Buffer.from(token)])),
      "a.gz (notes):1 forge token",
    ],
    ["a streamed zip", "a.zip", streamedZip(), "a.zip!b:2 forge token"],
    [
      "a zip appended to a program",
      "a.exe",
      Buffer.concat([Buffer.from("MZ stub"), zip]),
      "a.exe!b:2 forge token",
    ],
    [
      "data before a zip",
      "a.gz",
      Buffer.concat([text, zip]),
      "a.gz!(between entries):2 forge token",
    ],
    [
      "a zlib stream without a file extension",
      "objects-ab",
      deflateSync(text),
      "objects-ab:2 forge token",
    ],
    ["the owner field of a tar", "a.tar", tarOfOwner(), "a.tar!(header):1 forge token"],
    ["the padding of a tar entry", "a.tar", tarWithPadding(), "a.tar!(padding):1 forge token"],
    [
      "a zip after the end of a tar",
      "a.tar",
      Buffer.concat([makeTar([{ name: "b" }]), zip]),
      "a.tar!(after the end)!b:2 forge token",
    ],
    [
      "a sparse file in a tar",
      "a.tar",
      makeTar([paxNotes({ "GNU.sparse.major": "1" }), { name: "s", content: text }]),
      "a.tar!s:2 forge token",
    ],
    [
      "a hard link with content in a tar",
      "a.tar",
      makeTar([{ name: "l", type: "1", link: "/x", content: text }]),
      "a.tar!l:2 forge token",
    ],
  ])("%s", async (_, name, bytes, finding) => {
    expect((await scan(name, bytes)).findings).toContain(finding);
  });

  test("a file name, which is not printed", async () => {
    const { findings } = await scan(`${token}.txt`, "hello");
    expect(findings).toEqual(["[secret].txt (name):1 forge token"]);
  });
});

describe("hidden content is reported as not searched:", () => {
  const junk = Buffer.concat([Buffer.from("junk"), zip.subarray(0, 60)]);
  test.each([
    [
      "data after the end of a gzip",
      "a.gz",
      Buffer.concat([harmless, Buffer.from([0]), zip]),
      "a.gz: its compressed data is followed by other data",
    ],
    [
      "data after the end of a zlib stream",
      "a",
      Buffer.concat([deflateSync("0123456789abcdef0123"), zip]),
      "a: its compressed data is followed by other data",
    ],
    [
      "data after the compressed part of a zip entry",
      "a.zip",
      zipWithTail(),
      "a.zip!b: its compressed data is followed by other data",
    ],
    [
      "an entry in a zip comment",
      "a.zip",
      zipWithComment(zip.subarray(0, 60)),
      "a.zip: an entry is missing from its directory",
    ],
    [
      "an entry before a zip, after other data",
      "a.zip",
      Buffer.concat([junk, zip]),
      "a.zip: an entry is missing from its directory",
    ],
    [
      "a program with an appended zip, in a tar",
      "a.tar",
      makeTar([{ name: "p", content: Buffer.concat([Buffer.from("MZ"), zip]) }]),
      "a.tar!p: it ends with an embedded zip archive",
    ],
    ["a Git pack", "p", Buffer.from("PACK\0\0\0\x02\0\0\0\x01"), "p: unsupported format: git pack"],
    [
      "a file with the brotli extension",
      "a.br",
      Buffer.from("hello"),
      "a.br: it is named like a br file but has a different format",
    ],
    [
      "a truncated zlib stream",
      "o",
      deflateSync(`${"a b ".repeat(200)}${token}`).subarray(0, 40),
      "o: its compressed data is damaged or truncated",
    ],
  ])("%s", async (_, name, bytes, line) => {
    expect((await scan(name, bytes)).notSearched).toContain(line);
  });

  test("a system file that is longer than its reported size", async () => {
    const { notSearched } = await scanPaths(["/proc/self/status"]);
    expect(notSearched).toEqual([
      { location: "/proc/self/status", reason: "it is longer than its reported size" },
    ]);
  });

  test("a device, which is not read", async () => {
    expect((await scanPaths(["/dev/zero"])).notSearched).toEqual([
      { location: "/dev/zero", reason: "it is not a file or directory" },
    ]);
  });
});

test("text that begins like a compressed stream is searched as text", async () => {
  for (const beginning of ["x^2 + y^2", "x\u0001", "8O, of all", "HGo", "h\u0081"]) {
    const { notSearched } = await scan(
      "a",
      Buffer.from(`${beginning}\n${"words ".repeat(100)}`, "latin1"),
    );
    expect(notSearched).toEqual([]);
  }
});

test("the objects of a Git repository are decompressed and searched", async () => {
  const folder = makeFolder("scan-git");
  writeFileSync(join(folder, "a.txt"), text);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q");
  git("add", "a.txt");
  const { findings } = await scanPaths([join(folder, ".git")]);
  expect(findings).toMatchObject([{ kind: "forge token" }]);
});

test("a long sparse file is searched up to its end", async () => {
  const folder = makeFolder("scan-long");
  const path = join(folder, "long");
  writeFileSync(path, "");
  truncateSync(path, 8 * 1024 ** 2);
  writeFileSync(path, text, { flag: "a" });
  expect((await scanPaths([path])).findings).toEqual([
    { location: `${path}:2`, kind: "forge token" },
  ]);
});

function zipWithTail(): Buffer {
  const packed = Buffer.concat([deflateRawSync("x"), text]);
  const bytes = makeZip([{ name: "b", content: packed, method: 0 }]);
  const directory = bytes.readUInt32LE(bytes.length - 6);
  for (const at of [8, directory + 10]) bytes.writeUInt16LE(8, at);
  return bytes;
}

function zipWithComment(comment: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  bytes.writeUInt16LE(comment.length, bytes.length - 2);
  return Buffer.concat([bytes, comment]);
}
