import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Answering, Asked } from "./asked.ts";
import { tar, zip } from "./archives.ts";

const npmPackage = gzipSync(
  tar({
    "package/package.json": JSON.stringify({ name: "small", version: "1.0.0", main: "index.js" }),
    "package/index.js": "module.exports = 'installed by npm';\n",
  }),
);

const wheelName = "small-1.0.0-py3-none-any.whl";
const info = "small-1.0.0.dist-info";
const wheel = zip({
  "small.py": "said = 'installed by pip'\n",
  [`${info}/METADATA`]: "Metadata-Version: 2.1\nName: small\nVersion: 1.0.0\n",
  [`${info}/WHEEL`]:
    "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  [`${info}/RECORD`]: "",
});

/**
 * Serves an npm registry below `/ok/npm` and a pip index below `/ok/pip`, with one package each.
 */
export function servePackages({ url, host }: Asked, { response }: Answering): void {
  const send = (type: string, body: Buffer | string) => {
    response.setHeader("content-type", type);
    response.setHeader("content-length", Buffer.byteLength(body));
    response.writeHead(200);
    response.end(body);
  };
  if (url.endsWith(".tgz")) send("application/octet-stream", npmPackage);
  else if (url.endsWith(".whl")) send("application/octet-stream", wheel);
  else if (url.startsWith("/ok/pip/")) {
    send("text/html", `<!doctype html><a href="/ok/pip/files/${wheelName}">${wheelName}</a>`);
  } else {
    const dist = {
      tarball: `https://${host}/ok/npm/small/-/small-1.0.0.tgz`,
      integrity: `sha512-${createHash("sha512").update(npmPackage).digest("base64")}`,
    };
    const version = { name: "small", version: "1.0.0", dist };
    const tags = { latest: "1.0.0" };
    const packument = { name: "small", "dist-tags": tags, versions: { "1.0.0": version } };
    send("application/json", JSON.stringify(packument));
  }
}
