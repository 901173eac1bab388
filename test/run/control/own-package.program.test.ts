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
    expect(packed.fileName).toBe("some-cli-1.2.3.tgz");
    expect(packed.integrity).toBe(hashPackage(packed.bytes));
    const list = execFileSync("tar", ["-tzf", "-"], { input: packed.bytes }).toString();
    expect(list).toContain("package/dist/cli.js");
    expect(await readdir(folder)).toEqual(["dist", "package.json"]);
    expect(await packOwn({ ...own, folder, isPublished: false })).toEqual(packed);
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
  /** Starts a registry, and points npm to it through its configuration. */
  async function openRegistry(version: object | undefined) {
    const home = await makeFolder();
    const { origin } = await openServer(({ path }, response) => {
      const isAsked = path === "/some-cli" && version !== undefined;
      response.writeHead(isAsked ? 200 : 404, { "content-type": "application/json" });
      const versions = { "1.2.3": { name: "some-cli", version: "1.2.3", dist: version } };
      const found = { name: "some-cli", "dist-tags": { latest: "1.2.3" }, versions };
      response.end(JSON.stringify(isAsked ? found : { error: "not found" }));
    });
    await writeFile(join(home, ".npmrc"), `registry=${origin}/\n`);
    vi.stubEnv("HOME", home);
  }
  const own = { name: "some-cli", version: "1.2.3", folder: "/nowhere", isPublished: true };

  test("is pinned by its URL and hash, from the registry that npm is configured to use", async () => {
    const pin = {
      tarball: "http://127.0.0.1:9/some-cli-1.2.3.tgz",
      integrity: hashPackage(Buffer.from("it")),
    };
    await openRegistry(pin);
    expect(await findPublished(own)).toEqual({ source: pin.tarball, integrity: pin.integrity });
  });

  test("that the registry does not have is reported with another way", async () => {
    await openRegistry(undefined);
    const failure = await failureOf(findPublished(own));
    expect(failure).toBeInstanceOf(PackageUnavailable);
    expect(failure.message).toBe("Could not find some-cli@1.2.3 in the npm registry.");
  });
});
