import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../../src/firewall/log/logged-decision.ts";
import { openLog, type LogLoss } from "../../../src/firewall/log/open-log.ts";
import { makeFolder } from "../../temporary-folder.ts";

const now = new Date("2026-03-04T05:06:07.890Z");
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

function entryOf(target: string): LogEntry {
  return {
    at: now,
    kind: "request",
    way: "proxy",
    decision: { allowed: false, reason: "no-rule", explanation: "no rule names it" },
    scheme: "https",
    host: "example.com",
    port: 443,
    method: "GET",
    target,
    bytesSent: 0,
    bytesReceived: 0,
    milliseconds: 1,
  };
}

/** Opens a log in a directory of the test, and collects its reports. */
function open(options: Partial<Parameters<typeof openLog>[1]> = {}) {
  const losses: LogLoss[] = [];
  const log = openLog(now, {
    parent: makeFolder("log"),
    onLoss: (loss) => void losses.push(loss),
    ...options,
  });
  onTestFinished(() => log.close());
  return { log, losses };
}

function urlsIn(folder: string): string[] {
  const lines = readFileSync(join(folder, "decisions.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => String(JSON.parse(line).url));
}

describe("a log", () => {
  test("has its own directory, named by its time, and two files readable only for their owner", async () => {
    const { log, losses } = open();
    log.write(entryOf("/a"));
    log.write(entryOf("/b"));
    await log.close();
    expect(basename(log.folder)).toMatch(/^proxy-logs-20260304-050607-[0-9A-Za-z]{6}$/);
    const paths = ["", "access.log", "decisions.jsonl"].map((name) => join(log.folder, name));
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
    expect(urlsIn(log.folder)).toEqual(["https://example.com/a", "https://example.com/b"]);
    expect(readFileSync(join(log.folder, "access.log"), "utf8")).toMatch(/\/a "-"\n.*\/b "-"\n$/);
    expect(losses).toEqual([]);
  });

  test("shows values of queries only at the level debug", async () => {
    const written = async (level: string) => {
      const { log } = open({ level });
      log.write(entryOf("/a?page=1&token=x"));
      await log.close();
      return urlsIn(log.folder);
    };
    expect(await written("debug")).toEqual(["https://example.com/a?page=1&token=[secret]"]);
    expect(await written("info")).toEqual(["https://example.com/a?page=*&token=[secret]"]);
  });

  test("is appended to in a directory that the user specifies", async () => {
    const folder = join(makeFolder("log"), "deep", "logs");
    for (const target of ["/first", "/second"]) {
      const { log } = open({ folder });
      log.write(entryOf(target));
      await log.close();
    }
    expect(urlsIn(folder)).toEqual(["https://example.com/first", "https://example.com/second"]);
  });

  test("is complete even if its process exits without closing it", () => {
    const parent = makeFolder("log");
    const source = new URL("../../../src/firewall/log/open-log.ts", import.meta.url).href;
    const program = `
      const { openLog } = await import(${JSON.stringify(source)});
      const log = openLog(new Date(), { parent: ${JSON.stringify(parent)}, onLoss: () => {} });
      const entry = { ...${JSON.stringify(entryOf("/last"))}, at: new Date() };
      for (let count = 0; count < 500; count += 1) log.write(entry);
      process.exit(3);
    `;
    const args = ["--import", "tsx", "--input-type=module", "-e", program];
    expect(spawnSync(process.execPath, args, { stdio: "inherit" }).status).toBe(3);
    const [folder = ""] = readdirSync(parent);
    expect(urlsIn(join(parent, folder))).toHaveLength(500);
  });
});

describe("a log that cannot be written", () => {
  test("because its directory cannot be created is reported at the start, and lost lines are counted", async () => {
    const parent = join(makeFolder("log"), "nowhere");
    const { log, losses } = open({ parent });
    expect(log.problem).toContain("ENOENT");
    for (const target of ["/a", "/b"]) log.write(entryOf(target));
    await log.close();
    await log.close();
    expect(losses).toEqual([{ lines: 2, reason: expect.stringContaining("ENOENT") }]);
  });

  test("because its directory was deleted reports the number of lines lost since then", async () => {
    const { log, losses } = open();
    log.write(entryOf("/a"));
    rmSync(log.folder, { recursive: true });
    log.write(entryOf("/b"));
    await log.close();
    expect(losses).toEqual([{ lines: 2, reason: "ENOENT" }]);
  });

  test("because its file was deleted is continued in a new file", async () => {
    const { log, losses } = open();
    rmSync(join(log.folder, "decisions.jsonl"));
    log.write(entryOf("/b"));
    await log.close();
    expect(urlsIn(log.folder)).toEqual(["https://example.com/b"]);
    expect(losses).toEqual([]);
  });

  test("to its old path, because the file was renamed, is continued in the renamed file", async () => {
    const { log, losses } = open();
    const moved = join(log.folder, "decisions.1");
    renameSync(join(log.folder, "decisions.jsonl"), moved);
    log.write(entryOf("/b"));
    await log.close();
    expect(readFileSync(moved, "utf8")).toContain("/b");
    expect(losses).toEqual([]);
  });

  test("because the disk is full reports the number of lost lines", async () => {
    // To a process, a limit on the file size looks like a full disk.
    const parent = makeFolder("log");
    const source = new URL("../../../src/firewall/log/open-log.ts", import.meta.url).href;
    const program = `
      process.on("SIGXFSZ", () => undefined);
      const { openLog } = await import(${JSON.stringify(source)});
      const onLoss = (loss) => process.stdout.write(JSON.stringify(loss));
      const log = openLog(new Date(), { parent: ${JSON.stringify(parent)}, onLoss });
      const entry = { ...${JSON.stringify(entryOf("/full"))}, at: new Date() };
      for (let count = 0; count < 500; count += 1) log.write(entry);
      await log.close();
    `;
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e"];
    const limited = ["-c", 'ulimit -f 32; exec "$@"', "bash", ...node, program];
    const child = spawn("bash", limited, { stdio: ["ignore", "pipe", "inherit"] });
    const [message] = await once(child.stdout, "data");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    const loss = JSON.parse(String(message));
    expect(loss).toEqual({ lines: expect.any(Number), reason: "EFBIG" });
    const [folder = ""] = readdirSync(parent);
    const text = readFileSync(join(parent, folder, "decisions.jsonl"), "utf8");
    expect(text.split("\n").length - 1 + loss.lines).toBe(500);
  });

  test("fast enough, because the disk is slow, buffers at most a few megabytes", async () => {
    const { log, losses } = open();
    const entry = entryOf(`/${"a".repeat(4000)}`);
    // The first write to disk happens after this loop.
    for (let count = 0; count < 3000; count += 1) log.write(entry);
    await log.close();
    expect(losses).toEqual([{ lines: expect.any(Number), reason: "the disk is too slow" }]);
    expect(urlsIn(log.folder).length + (losses[0]?.lines ?? 0)).toBe(3000);
    expect(losses[0]?.lines).toBeGreaterThan(1000);
  });
});

describe("another user cannot redirect the log with", () => {
  const refusalOf = (folder: string) => {
    try {
      open({ folder });
      return "";
    } catch (error) {
      return String(error);
    }
  };

  test("a link, a hard link, a pipe or a directory in place of a log file", () => {
    const elsewhere = join(makeFolder("log"), "victim");
    writeFileSync(elsewhere, "kept");
    for (const plant of [
      (path: string) => symlinkSync(elsewhere, path),
      (path: string) => linkSync(elsewhere, path),
      (path: string) => void spawnSync("mkfifo", [path]),
      (path: string) => mkdirSync(path),
    ]) {
      const folder = makeFolder("log");
      plant(join(folder, "access.log"));
      expect(refusalOf(folder)).toContain("is not your own regular file");
    }
    expect(readFileSync(elsewhere, "utf8")).toBe("kept");
  });

  test("a directory that other users can write to, or a file in place of the directory", () => {
    const folder = makeFolder("log");
    chmodSync(folder, 0o777);
    expect(refusalOf(folder)).toContain("can be used by other users");
    chmodSync(folder, 0o755);
    expect(refusalOf(folder)).toBe("");
    expect(refusalOf(join(folder, "access.log"))).toContain("is not a directory");
  });

  test.each(["link", "link/there", "link/new"])(
    "a link that replaces a directory after the check (%s)",
    (name) => {
      const [folder, outside] = [makeFolder("log"), makeFolder("outside")];
      mkdirSync(join(outside, "there"));
      symlinkSync(outside, join(folder, "link"));
      expect(refusalOf(join(folder, name))).toContain("is behind a symbolic link");
      expect(readdirSync(outside, { recursive: true })).toEqual(["there"]);
    },
  );

  test("a link that replaces the directory of an open log", async () => {
    const [folder, outside] = [makeFolder("log"), makeFolder("outside")];
    const { log } = open({ folder: join(folder, "logs") });
    for (const name of ["access.log", "decisions.jsonl"]) rmSync(join(log.folder, name));
    renameSync(log.folder, join(folder, "moved"));
    symlinkSync(outside, log.folder);
    log.write(entryOf("/a"));
    await log.close();
    expect(readdirSync(outside)).toEqual([]);
    expect(urlsIn(join(folder, "moved"))).toEqual(["https://example.com/a"]);
  });

  test.runIf(isRoot)(
    "root writes a user's log with the permissions of the user, who owns the files",
    async () => {
      const folder = makeFolder("log");
      const { log } = open({ folder: join(folder, "logs"), owner: nobody });
      expect(log.problem).toContain("EACCES");
      chownSync(folder, nobody.uid, nobody.gid);
      const { log: theirs } = open({ folder: join(folder, "logs"), owner: nobody });
      theirs.write(entryOf("/a"));
      await theirs.close();
      for (const path of [theirs.folder, join(theirs.folder, "access.log")]) {
        expect(statSync(path)).toMatchObject(nobody);
      }
    },
  );

  test.runIf(isRoot)(
    "root writes to a user's directory only with the permissions of the user",
    async () => {
      const folder = makeFolder("log");
      chownSync(folder, nobody.uid, nobody.gid);
      const { log } = open({ folder });
      log.write(entryOf("/a"));
      await log.close();
      expect(statSync(join(folder, "access.log"))).toMatchObject(nobody);
    },
  );
});
