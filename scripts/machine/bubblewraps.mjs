// Newer versions of bubblewrap than Debian 12 has, built from Debian's source packages. Tests of
// `npm run test:full` run the firewall with them.
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** The SHA-256 of the sources of each version. */
const sources = {
  "0.12.0": "9760d007363e3abba7c747489910f9f82d9fca53ba3bd3282e396fa3c97a3314",
  "0.13.0": "4734237473c0e5d695e4e9034a34e43b2dbf5164655bd13fa59ae376b2b7a765",
};
const pool = "http://deb.debian.org/debian/pool/main/b/bubblewrap";
const files = "bubblewrap bind-mount network utils chroot_realpath safe_openat".split(" ");

/** Returns the versions that are not built yet, with the directories of their programs. */
export function missingBubblewraps(folder) {
  return Object.entries(sources)
    .map(([version, hash]) => ({ version, hash, folder: join(folder, version) }))
    .filter((each) => !statSync(join(each.folder, "bwrap"), { throwIfNoEntry: false })?.isFile());
}

/** Downloads and compiles a version, if the hash of its sources is the pinned one. */
export async function buildBubblewrap({ version, hash, folder }) {
  mkdirSync(join(folder, ".."), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const response = await fetch(`${pool}/bubblewrap_${version}.orig.tar.xz`);
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    const archive = Buffer.from(await response.arrayBuffer());
    const found = createHash("sha256").update(archive).digest("hex");
    if (found !== hash) throw new Error(`The SHA-256 of its sources is ${found}, not ${hash}.`);
    writeFileSync(join(draft, "sources.tar.xz"), archive);
    const runHere = (program, args) => run(program, args, { cwd: draft });
    runHere("tar", ["-xf", "sources.tar.xz", "--strip-components=1", "--no-same-owner"]);
    writeFileSync(join(draft, "config.h"), `#define PACKAGE_STRING "bubblewrap ${version}"\n`);
    // Only the headers are needed, and unpacking them does not require root.
    runHere("apt-get", ["download", "libcap-dev"]);
    runHere("dpkg", ["-x", readdirSync(draft).find((name) => name.endsWith(".deb")), "libcap"]);
    const options = ["-std=gnu99", "-D_GNU_SOURCE", "-O1", "-w", "-I.", "-Ilibcap/usr/include"];
    const names = files.map((name) => `${name}.c`);
    runHere("gcc", [...options, "-o", "program", ...names, "-l:libcap.so.2"]);
    mkdirSync(join(draft, "built"));
    renameSync(join(draft, "program"), join(draft, "built/bwrap"));
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, "built"), folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
