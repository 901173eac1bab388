import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../build-for-run.ts";
import { packInstalled, packProgram, type Packed } from "./packed.ts";

/**
 * Serves a registry on this machine with gatehouse and its dependencies only.
 * @returns its address
 */
export async function openRegistry(): Promise<string> {
  const packages = [
    await packProgram(),
    await packInstalled("keytar"),
    await packInstalled("node-addon-api"),
  ];
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? "").slice(1);
    const file = packages.find(({ path }) => asked.endsWith(`/-/${basename(path)}`));
    const described = packages.find(({ name }) => asked === name);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (file) void readFile(file.path).then((bytes) => response.end(bytes));
    else if (described) void describe(described, origin).then((text) => response.end(text));
    else response.writeHead(404).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @see https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
async function describe(packed: Packed, origin: string): Promise<string> {
  const { name, version, integrity, path } = packed;
  const folder = name === "gatehouse-cli" ? root : join(root, "node_modules", folderOf(name));
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as object;
  const dist = { integrity, tarball: `${origin}/${name}/-/${basename(path)}` };
  return JSON.stringify({
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
  });
}

/** Returns the directory of a package. keytar is an alias, so its own name differs. */
function folderOf(name: string): string {
  return name === "@github/keytar" ? "keytar" : name;
}
