import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Serves a registry with one package on this machine until the test ends. The registry itself
 * vouches for the package's hash.
 */
export async function openRegistry(
  { name, version }: { readonly name: string; readonly version: string },
  bytes: Buffer,
): Promise<string> {
  const server = createServer((asked, reply) => {
    if (asked.url?.endsWith(".tgz")) return reply.end(bytes);
    if (asked.url !== `/${name}`) return reply.writeHead(404).end("{}");
    const tarball = `http://${asked.headers.host}/${name}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const scripts = { postinstall: "touch installed" };
    const one = { name, version, scripts, hasInstallScript: true, dist: { tarball, integrity } };
    const all = { name, "dist-tags": { latest: version }, versions: { [version]: one } };
    return reply.setHeader("content-type", "application/json").end(JSON.stringify(all));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
