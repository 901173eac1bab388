import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  findPublished,
  hashPackage,
  PackageUnavailable,
  packOwn,
} from "../../../src/run/control/own-package.ts";
import { failureOf, openServer } from "../../forge/forge-bench.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-own-package-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe("the running gatehouse", () => {
  test("is packed as it is, without its scripts", async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, "dist"));
    await writeFile(join(folder, "dist/cli.js"), "console.log(1);\n");
    const scripts = { prepack: `touch ${join(folder, "ran")}`, prepare: "exit 1" };
    const own = { name: "some-cli", version: "1.2.3", files: ["dist"], scripts };
    await writeFile(join(folder, "package.json"), JSON.stringify(own));
    const packed = await packOwn({ ...own, folder, isPublished: false });
    expect(packed.integrity).toBe(hashPackage(packed.bytes));
    const hash = Buffer.from(packed.integrity.replace("sha512-", ""), "base64").toString("hex");
    expect(packed.fileName).toBe(`some-cli-1.2.3-${hash.slice(0, 8)}.tgz`);
    const list = execFileSync("tar", ["-tzf", "-"], { input: packed.bytes }).toString();
    expect(list).toContain("package/dist/cli.js");
    expect(await readdir(folder)).toEqual(["dist", "package.json"]);
    expect(await packOwn({ ...own, folder, isPublished: false })).toEqual(packed);
    await writeFile(join(folder, "dist/cli.js"), "console.log(2);\n");
    const other = await packOwn({ ...own, folder, isPublished: false });
    expect(other.fileName).not.toBe(packed.fileName);
  });

  test("that npm cannot pack is reported with npm's reason", async () => {
    const folder = await makeFolder();
    const failure = await failureOf(
      packOwn({ name: "x", version: "1.0.0", folder, isPublished: false }),
    );
    expect(failure).toMatchObject({ exitCode: 5 });
    expect(failure.message).toContain("package.json");
  });
});

describe("the published version", () => {
  /** Starts a registry. Returns the line that points npm to it. */
  async function openRegistry(version: object | undefined): Promise<string> {
    const { origin } = await openServer(({ path }, response) => {
      const isAsked = path === "/some-cli" && version !== undefined;
      response.writeHead(isAsked ? 200 : 404, { "content-type": "application/json" });
      const versions = { "1.2.3": { name: "some-cli", version: "1.2.3", dist: version } };
      const found = { name: "some-cli", "dist-tags": { latest: "1.2.3" }, versions };
      response.end(JSON.stringify(isAsked ? found : { error: "not found" }));
    });
    return `registry=${origin}/\n`;
  }

  /** Finds the published version in the registry that the user has configured. */
  async function findIn(registry: string) {
    const [home, folder] = [await makeFolder(), await makeFolder()];
    await writeFile(join(home, ".npmrc"), registry);
    await writeFile(join(folder, "package.json"), "{}");
    vi.stubEnv("HOME", home);
    return findPublished({ name: "some-cli", version: "1.2.3", folder, isPublished: true });
  }

  const tarball = "http://127.0.0.1:9/some-cli-1.2.3.tgz";
  const integrity = hashPackage(Buffer.from("it"));

  test("is pinned by its URL and hash, from the registry that npm is configured to use", async () => {
    const registry = await openRegistry({ tarball, integrity });
    expect(await findIn(registry)).toEqual({ source: tarball, integrity });
  });

  test("is not searched for in the registry that the current directory names", async () => {
    const registry = await openRegistry({ tarball, integrity });
    const other = await openRegistry({ tarball: "https://evil.example/a.tgz", integrity });
    const clone = await makeFolder();
    await writeFile(join(clone, "package.json"), "{}");
    await writeFile(join(clone, ".npmrc"), other);
    const started = process.cwd();
    onTestFinished(() => process.chdir(started));
    process.chdir(clone);
    expect(await findIn(registry)).toEqual({ source: tarball, integrity });
  });

  test("that the registry does not have is reported with another way", async () => {
    const failure = await failureOf(findIn(await openRegistry(undefined)));
    expect(failure).toBeInstanceOf(PackageUnavailable);
    expect(failure.message).toBe("Could not find some-cli@1.2.3 in the npm registry.");
  });

  test.each([
    ["a URL without https", { tarball: "http://example.com/a.tgz", integrity }],
    ["a URL with another line", { tarball: `${tarball}\n    EVIL: yes`, integrity }],
    ["a hash with another line", { tarball, integrity: `${integrity}\n    EVIL: yes` }],
    ["a weaker hash", { tarball, integrity: "sha1-abc" }],
  ])("is refused if the registry reports %s", async (_, version) => {
    const failure = await failureOf(findIn(await openRegistry(version)));
    expect(failure).toBeInstanceOf(PackageUnavailable);
    expect(failure.message).toMatch(
      /^The npm registry's entry for some-cli@1\.2\.3 is invalid: ".*" is not a valid /s,
    );
  });
});
