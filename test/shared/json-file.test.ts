import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { InvalidInput, UserError } from "../../src/shared/errors.ts";
import { explainRefusal } from "../../src/shared/file-refusals.ts";
import {
  readJsonFile,
  writeJsonFile,
  writeRepositoryFile,
  writeTextFile,
} from "../../src/shared/json-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-json-"));
  path = join(folder, "new", "file.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a file of the repository", () => {
  test.each([
    [0o022, 0o644, 0o755],
    [0o077, 0o600, 0o700],
  ])("is readable as the umask %i allows, and so is its folder", async (mask, file, above) => {
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
    await writeRepositoryFile(path, "new");
    expect(statSync(path).mode & 0o777).toBe(file);
    expect(statSync(join(folder, "new")).mode & 0o777).toBe(above);
  });

  test.each([0o640, 0o755, 0o666])("that already exists keeps its mode", async (mode) => {
    const file = join(folder, "file.txt");
    writeFileSync(file, "old");
    chmodSync(file, mode);
    await writeRepositoryFile(file, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(mode);
  });
});

describe("a JSON file", () => {
  test("that does not exist is undefined", async () => {
    expect(await readJsonFile(path)).toBeUndefined();
  });

  test("is read back unchanged", async () => {
    await writeJsonFile(path, { a: [1, null, "é"] });
    expect(await readJsonFile(path)).toEqual({ a: [1, null, "é"] });
    expect(readFileSync(path, "utf8").endsWith("}\n")).toBe(true);
  });

  test("is readable only by its owner, and so is a folder created for it", async () => {
    await writeJsonFile(path, {});
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "new")).mode & 0o777).toBe(0o700);
  });

  test("becomes readable only by its owner if it replaces a text with broader permissions", async () => {
    const file = join(folder, "file.txt");
    writeFileSync(file, "old", { mode: 0o644 });
    await writeTextFile(file, "new");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("is unchanged if writing fails, and no temporary file is left", async () => {
    await writeJsonFile(path, "old");
    const endless: { self?: unknown } = {};
    endless.self = endless;
    await expect(writeJsonFile(path, endless)).rejects.toThrow(TypeError);
    expect(await readJsonFile(path)).toBe("old");
    expect(readdirSync(join(folder, "new"))).toEqual(["file.json"]);
  });

  test("cannot replace a directory", async () => {
    mkdirSync(path, { recursive: true });
    await expect(writeJsonFile(path, {})).rejects.toThrow(
      `Could not write ${path}: it is a directory.`,
    );
    expect(readdirSync(join(folder, "new"))).toEqual(["file.json"]);
  });

  test("with invalid JSON is named in the error", async () => {
    const file = join(folder, "file.json");
    writeFileSync(file, "not json");
    await expect(readJsonFile(file)).rejects.toThrow(InvalidInput);
    await expect(readJsonFile(file)).rejects.toThrow(`${file} is not valid JSON.`);
  });

  test("with a read error is not treated as missing", async () => {
    await expect(readJsonFile(folder)).rejects.toThrow(
      `Could not read ${folder}: it is a directory.`,
    );
  });

  test("in the state directory is refused with the variable that sets a different one", async () => {
    vi.stubEnv("XDG_STATE_HOME", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    writeFileSync(join(folder, "new"), "");
    const elsewhere = { text: "Or set XDG_STATE_HOME to a different directory" };
    await expect(writeJsonFile(path, {})).rejects.toMatchObject({
      hints: [expect.anything(), elsewhere],
    });
  });

  test("below a file instead of a directory is refused with an explanation and a fix", async () => {
    writeFileSync(join(folder, "new"), "");
    for (const start of [() => readJsonFile(path), () => writeJsonFile(path, {})]) {
      const refused = start();
      await expect(refused).rejects.toBeInstanceOf(UserError);
      await expect(refused).rejects.toMatchObject({
        hints: [{ text: "Move the file that is in the way, or use another path" }],
      });
    }
  });

  test.each([
    ["EACCES", "permission denied"],
    ["EPERM", "permission denied"],
    ["EROFS", "the file system is read-only"],
    ["ENOSPC", "the disk is full"],
    ["EDQUOT", "the disk quota is exceeded"],
  ])("%s is explained in the error", (code, reason) => {
    const error = Object.assign(new Error(code), { code });
    expect(explainRefusal(error)?.reason).toBe(reason);
  });
});
