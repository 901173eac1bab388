import { X509Certificate } from "node:crypto";
import { existsSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findJdks, withProxy } from "../../../src/firewall/certificates/find-jdks.ts";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { javaStore } from "../../../src/firewall/certificates/java-store.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { makeTrustBundle } from "../../../src/firewall/certificates/trust-bundle.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { runClient, serveHello } from "./tls-origin.ts";

const asker = `
import java.io.*;
import java.net.*;
import java.net.http.*;
public class Ask {
  public static void main(String[] args) throws Exception {
    URI address = URI.create(args[0]);
    System.out.print(new String(address.toURL().openStream().readAllBytes()));
    HttpRequest request = HttpRequest.newBuilder(address).build();
    System.out.print(" " + HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
`;

/** The Java versions installed by the distribution, if any. */
const jvms = "/usr/lib/jvm";
const homes = existsSync(jvms) ? readdirSync(jvms).map((name) => join(jvms, name)) : [];
const programs = homes.map((home) => join(home, "bin/java")).filter((path) => existsSync(path));
const javas = [...new Set(programs.map((path) => realpathSync(path)))];

/** Starts a proxy whose tunnels all connect to this local port. */
async function proxyTo(port: number): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url }, client) => {
    asked.push(url ?? "");
    const origin = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    origin.pipe(client).pipe(origin);
    for (const socket of [client, origin]) socket.on("error", () => undefined);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, asked };
}

describe("the Java trust store", () => {
  test("has every certificate of the bundle, and opens with the default password and without a password", async () => {
    const ca = makeSessionCa(new Date());
    const store = join(makeFolder("java"), "store.p12");
    const certificates = [makeSessionCa(new Date()).certificate, ca.certificate];
    writeFileSync(store, javaStore(`# a line\n${certificates.join("\n# another\n")}`));
    const read = (...args: string[]) =>
      runClient(["openssl", "pkcs12", "-in", store, "-nokeys", "-nomacver", ...args]);
    const { output } = await read("-passin", "pass:changeit");
    const found = output.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? [];
    expect(found.map((pem) => new X509Certificate(pem).fingerprint256)).toEqual(
      certificates.map((pem) => new X509Certificate(pem).fingerprint256),
    );
  });

  test.each(javas)(
    "in place of the JDK's own store, with a proxy in the network settings, is sufficient for %s",
    async (java) => {
      const folder = makeFolder("java");
      const ca = makeSessionCa(new Date());
      const proxy = await proxyTo(await serveHello(issueLeaf(ca)("api.example.test")));
      const { stores, networkSettings } = findJdks({
        environment: { PATH: "/usr/bin" },
        writable: [],
      });
      const write = (name: string, content: string | Buffer) => {
        const path = join(folder, name);
        writeFileSync(path, content);
        return path;
      };
      const store = write("store.p12", javaStore(makeTrustBundle(ca).text));
      const where = { host: "127.0.0.1", port: proxy.port };
      const binds = [
        ...stores.flatMap((path) => ["--ro-bind", store, path]),
        ...networkSettings.flatMap(({ path, text }, index) => [
          "--ro-bind",
          write(`net-${index}.properties`, withProxy(text, where)),
          path,
        ]),
      ];
      const ask = [java, write("Ask.java", asker), "https://api.example.test/"];
      const result = await runClient(["bwrap", "--dev-bind", "/", "/", ...binds, ...ask]);
      expect(result).toEqual({ code: 0, output: "hello hello" });
      expect(proxy.asked.length).toBeGreaterThan(0);
      expect(new Set(proxy.asked)).toEqual(new Set(["api.example.test:443"]));
    },
  );
});
