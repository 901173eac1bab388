import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { runClient, serveHello } from "./tls-origin.ts";

const longName = `${"a".repeat(60)}.${"b".repeat(60)}.example.com`;

/** Creates a session's CA with its certificate in a file. */
function makeCa() {
  const ca = makeSessionCa(new Date());
  const folder = makeFolder("leaf");
  const file = join(folder, "ca.pem");
  writeFileSync(file, ca.certificate);
  return { ca, folder, file, issue: issueLeaf(ca) };
}

describe("a leaf certificate", () => {
  test.each([
    ["api.example.com", "-verify_hostname"],
    ["xn--bcher-kva.example", "-verify_hostname"],
    ["build_1.example.com", "-verify_hostname"],
    [longName, "-verify_hostname"],
    ["192.0.2.7", "-verify_ip"],
    ["2001:db8::1", "-verify_ip"],
  ])(
    "for %s passes strict verification for that host, and for no other host",
    async (host, flag) => {
      const { folder, file, issue } = makeCa();
      const leaf = join(folder, "leaf.pem");
      writeFileSync(leaf, issue(host).cert);
      const verify = (name: string) =>
        runClient([
          ...(["openssl", "verify", "-x509_strict", "-purpose", "sslserver"] as const),
          "-CAfile",
          file,
          flag,
          name,
          leaf,
        ]);
      expect(await verify(host)).toEqual({ code: 0, output: `${leaf}: OK\n` });
      expect((await verify(flag === "-verify_ip" ? "192.0.2.8" : "other.example")).code).not.toBe(
        0,
      );
    },
  );

  test("for an IP address in brackets is issued for the address", () => {
    const { issue } = makeCa();
    const { cert } = issue("[2001:db8::1]");
    expect(new X509Certificate(cert).checkIP("2001:db8::1")).toBeDefined();
  });

  test("for a name that is too long for a subject has the name in a critical extension", async () => {
    const { folder, issue } = makeCa();
    const leaf = join(folder, "leaf.pem");
    writeFileSync(leaf, issue(longName).cert);
    const { output } = await runClient(["openssl", "x509", "-in", leaf, "-noout", "-text"]);
    expect(output).toContain("X509v3 Subject Alternative Name: critical");
    expect(output).toMatch(/Subject: *\n/);
  });

  test("cannot sign, expires before its CA, and has a unique serial number", () => {
    const { ca, issue } = makeCa();
    const leaves = Array.from({ length: 200 }, (_, index) => issue(`h${index}.example.com`));
    const certificates = leaves.map(({ cert }) => new X509Certificate(cert));
    expect(certificates.some(({ ca: isAuthority }) => isAuthority)).toBe(false);
    expect(new Set(certificates.map(({ serialNumber }) => serialNumber)).size).toBe(200);
    for (const { serialNumber, validTo } of certificates) {
      expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
      expect(Date.parse(validTo)).toBe(ca.notAfter.getTime());
    }
  });

  test.each(["", "a b", "a,DNS:evil.test", "*.example.com", "1.2.3", "999.1.1.1.1", "a..b"])(
    "is not issued for %j",
    (host) => {
      const { issue } = makeCa();
      expect(() => issue(host)).toThrow(/^Invalid (host name|IP address): /);
    },
  );
});

describe("a server with a leaf certificate is trusted by", () => {
  test("Node with the session CA as its only CA", async () => {
    const { ca, issue } = makeCa();
    const port = await serveHello(issue("a.test"));
    const options = { port, host: "127.0.0.1", servername: "a.test" };
    const socket = connect({ ...options, ca: ca.certificate });
    await once(socket, "secureConnect");
    expect(socket.authorized).toBe(true);
    socket.destroy();
    const stranger = connect({ ...options, ca: makeSessionCa(new Date()).certificate });
    const [error] = await once(stranger, "error");
    expect(error).toMatchObject({ code: expect.stringMatching(/UNABLE_TO|SELF_SIGNED/) });
  });

  test("Python in strict mode", async () => {
    const { file, issue } = makeCa();
    const port = await serveHello(issue("a.test"));
    const client = `
import socket, ssl
context = ssl.create_default_context(cafile="${file}")
context.verify_flags |= ssl.VERIFY_X509_STRICT
with socket.create_connection(("127.0.0.1", ${port})) as plain:
    with context.wrap_socket(plain, server_hostname="a.test") as secure:
        print(secure.version())
`;
    const result = await runClient(["python3", "-c", client], { PYENV_ROOT: pyenvRoot() });
    expect(result).toEqual({ code: 0, output: "TLSv1.3\n" });
  });

  test("curl, by host name and by address", async () => {
    const { file, issue } = makeCa();
    for (const host of ["a.test", "127.0.0.1"]) {
      const port = await serveHello(issue(host));
      const url = `https://${host}:${port}/`;
      const resolve = ["--resolve", `${host}:${port}:127.0.0.1`];
      const result = await runClient(["curl", "-sS", "--cacert", file, ...resolve, url]);
      expect(result).toEqual({ code: 0, output: "hello" });
    }
  });

  test("GnuTLS", async () => {
    const { file, issue } = makeCa();
    const port = await serveHello(issue("localhost"));
    const url = `https://localhost:${port}/`;
    const options = ["--no-config", "-4", "-qO-", `--ca-certificate=${file}`];
    expect(await runClient(["wget", ...options, url])).toEqual({ code: 0, output: "hello" });
  });
});

/** Returns the root of a version manager, which must find its versions without a home directory. */
function pyenvRoot(): string {
  return process.env["PYENV_ROOT"] ?? join(process.env["HOME"] ?? "", ".pyenv");
}
