import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { scanOne as scan, text, token } from "./scan-one.ts";
import { makeTar, makeZip, paxNotes } from "./make-archives.ts";

const nested = makeZip([
  { name: "inner.tar.gz", content: gzipSync(makeTar([{ name: "d/a.txt", content: text }])) },
]);

describe("an archive is searched", () => {
  test.each([
    ["gzip", "a.log.gz", gzipSync(text), "a.log.gz:2"],
    ["gzip with two members", "a.gz", Buffer.concat([gzipSync("x"), gzipSync(text)]), "a.gz:2"],
    ["zip, deflated", "a.zip", makeZip([{ name: "b.txt", content: text }]), "a.zip!b.txt:2"],
    ["zip, stored", "a.zip", makeZip([{ name: "b", content: text, method: 0 }]), "a.zip!b:2"],
    [
      "zip with 64-bit sizes",
      "a.zip",
      makeZip([{ name: "b", content: text }], { isWide: true }),
      "a.zip!b:2",
    ],
    ["zip with another extension", "a.bin", makeZip([{ name: "b", content: text }]), "a.bin!b:2"],
    [
      "tar",
      "a.tar",
      makeTar([{ name: "x" }, { name: "d/b.txt", content: text }]),
      "a.tar!d/b.txt:2",
    ],
    ["tar.gz", "a.tgz", gzipSync(makeTar([{ name: "b", content: text }])), "a.tgz!b:2"],
    ["tar in gzip in zip", "a.zip", nested, "a.zip!inner.tar.gz!d/a.txt:2"],
    [
      "zip in tar",
      "a.tar",
      makeTar([{ name: "n.zip", content: nested }]),
      "a.tar!n.zip!inner.tar.gz!d/a.txt:2",
    ],
  ])("%s", async (_, name, bytes, location) => {
    expect(await scan(name, bytes)).toEqual({
      findings: [`${location} forge token`],
      notSearched: [],
    });
  });

  test.each([
    [
      "a pax path",
      [paxNotes({ path: "long/name" }), { name: "cut", content: text }],
      "long/name:2",
    ],
    ["a pax size", [paxNotes({ size: String(text.length) }), { name: "b", content: text }], "b:2"],
    [
      "a long GNU name",
      [
        { name: "L", type: "L", content: Buffer.from("long/name\0") },
        { name: "cut", content: text },
      ],
      "long/name:2",
    ],
    [
      "a credential as a link target",
      [{ name: "l", type: "2", link: `/x/${token}` }],
      "l (link target):1",
    ],
    ["a credential in a pax comment", [paxNotes({ comment: token }), { name: "b" }], "(notes):1"],
  ])("tar with %s", async (_, entries, location) => {
    expect(await scan("a.tar", makeTar(entries))).toEqual({
      findings: [`a.tar!${location} forge token`],
      notSearched: [],
    });
  });

  test("if the system's tar program created it", async () => {
    const folder = makeFolder("scan-tools");
    const long = join("d".repeat(90), "e".repeat(90), "f.txt");
    mkdirSync(join(folder, long, ".."), { recursive: true });
    writeFileSync(join(folder, long), text);
    for (const format of ["gnu", "pax", "ustar", "v7"]) {
      const path = format === "v7" || format === "ustar" ? "." : long;
      if (path === ".") writeFileSync(join(folder, "short.txt"), text);
      const file = format === "v7" || format === "ustar" ? "short.txt" : long;
      execFileSync("tar", ["-czf", `${format}.tgz`, `--format=${format}`, file], { cwd: folder });
      const { findings, notSearched } = await scanPaths([join(folder, `${format}.tgz`)]);
      expect(notSearched).toEqual([]);
      expect(findings).toEqual([
        { location: join(folder, `${format}.tgz!${file}:2`), kind: "forge token" },
      ]);
    }
  });

  test("including bytes after the directory of a zip and the end of a tar", async () => {
    const zip = makeZip([{ name: "b.txt", content: Buffer.from("nothing") }]);
    const comment = Buffer.from(zip);
    comment.writeUInt16LE(token.length, comment.length - 2);
    expect((await scan("a.zip", Buffer.concat([comment, Buffer.from(token)]))).findings).toEqual([
      "a.zip!(directory):1 forge token",
    ]);
    const tar = Buffer.concat([makeTar([{ name: "b" }]), text]);
    expect((await scan("a.tar", tar)).findings).toEqual(["a.tar!(after the end):2 forge token"]);
  });

  test("including an entry name, which is not printed if it is a credential", async () => {
    const { findings } = await scan("a.tar", makeTar([{ name: token }]));
    expect(findings).toEqual(["a.tar![secret] (name):1 forge token"]);
  });
});

const broken = Buffer.from(makeZip([{ name: "b.txt", content: text }]));
broken[36] = (broken[36] ?? 0) ^ 0xff;

describe("content that cannot be searched is reported and does not pass:", () => {
  test.each([
    [
      "a truncated gzip",
      "a.gz",
      gzipSync(text).subarray(0, 40),
      "a.gz: its compressed data is damaged or truncated",
    ],
    [
      "a truncated zip",
      "a.zip",
      makeZip([{ name: "b", content: text }]).subarray(0, 80),
      "a.zip: it has no directory",
    ],
    [
      "a zip with a damaged entry",
      "a.zip",
      broken,
      "a.zip!b.txt: an entry does not match its directory",
    ],
    [
      "a zip with a password",
      "a.zip",
      makeZip([{ name: "b", content: text, flags: 1 }]),
      "a.zip!b: it is encrypted",
    ],
    [
      "a zip with an unsupported compression method",
      "a.zip",
      makeZip([{ name: "b", content: text, method: 12 }]),
      "a.zip!b: it uses unsupported compression method 12",
    ],
    [
      "a truncated tar",
      "a.tar",
      makeTar([{ name: "b", content: Buffer.alloc(2000) }]).subarray(0, 1000),
      "a.tar!b: it is truncated",
    ],
    [
      "a text file that is named like a zip",
      "a.zip",
      "hello",
      "a.zip: it is named like a zip file but has a different format",
    ],
    [
      "another archive format",
      "a",
      Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
      "a: unsupported format: xz",
    ],
  ])("%s", async (_, name, bytes, line) => {
    expect((await scan(name, bytes)).notSearched).toContain(line);
  });

  test("a zip entry that is missing from the directory", async () => {
    const hidden = makeZip([{ name: "h", content: text }]).subarray(0, 60);
    const shown = makeZip([{ name: "s", content: Buffer.from("x") }], {});
    const zip = Buffer.concat([hidden, shown]);
    // The directory's offsets move by the length of the bytes before it.
    const end = zip.length - 22;
    const directory = zip.readUInt32LE(end + 16);
    zip.writeUInt32LE(directory + 60, end + 16);
    zip.writeUInt32LE(60, directory + 60 + 42);
    expect((await scan("a.zip", zip)).notSearched).toEqual([
      "a.zip: an entry is missing from its directory",
    ]);
  });

  test("a damaged entry, and the entries after it are searched", async () => {
    const tar = makeTar([
      { name: "bad.gz", content: gzipSync("x".repeat(3000)).subarray(0, 20) },
      { name: "b.txt", content: text },
    ]);
    expect(await scan("a.tar", tar)).toEqual({
      findings: ["a.tar!b.txt:2 forge token"],
      notSearched: ["a.tar!bad.gz: its compressed data is damaged or truncated"],
    });
  });

  test.each([
    [
      "bytes",
      gzipSync(Buffer.alloc(5_000_000)),
      { unpackedBytes: 1_000_000 },
      "it unpacks to more than 1000000 bytes",
    ],
    [
      "entries",
      makeTar(["a", "b", "c"].map((name) => ({ name }))),
      { entries: 2 },
      "it has more than 2 entries",
    ],
    [
      "nested archives",
      gzipSync(gzipSync(gzipSync("x"))),
      { depth: 2 },
      "its archives are nested more than 2 levels deep",
    ],
  ])("content above the limit for %s", async (_, bytes, limits, reason) => {
    expect((await scan("bomb", bytes, limits)).notSearched).toEqual([`bomb: ${reason}`]);
  });
});

test("a directory is searched completely, and its links are reported but not followed", async () => {
  const folder = makeFolder("scan-folder");
  const outside = makeFolder("scan-outside");
  writeFileSync(join(outside, "secret.txt"), text);
  mkdirSync(join(folder, "deep/er"), { recursive: true });
  writeFileSync(join(folder, "deep/er/a.txt"), text);
  symlinkSync(outside, join(folder, "deep/link"));
  const report = await scanPaths([folder]);
  expect(report).toEqual({
    findings: [{ location: join(folder, "deep/er/a.txt:2"), kind: "forge token" }],
    notSearched: [],
    accepted: [],
    unmatched: [],
    links: [join(folder, "deep/link")],
    files: 1,
  });
  await expect(scanPaths([join(folder, "deep/link")])).rejects.toThrow(InvalidInput);
});

test("a missing path is refused before the search", async () => {
  const path = join(makeFolder("scan"), "none");
  await expect(scanPaths([path])).rejects.toThrow(`${path} not found.`);
});

test("a pipe is reported instead of read", async () => {
  const folder = makeFolder("scan-pipe");
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect((await scanPaths([folder])).notSearched).toEqual([
    { location: join(folder, "pipe"), reason: "it is not a file or directory" },
  ]);
});
