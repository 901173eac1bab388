import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import {
  makeTrustBundle,
  trustVariables,
} from "../../../src/firewall/certificates/trust-bundle.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { runClient, serveHello } from "./tls-origin.ts";

const ca = makeSessionCa(new Date());
const otherRoot = makeSessionCa(new Date()).certificate;

/**
 * Creates a root directory with these bundles; a value that begins with a slash is the target of a
 * link.
 */
function makeRoot(files: Readonly<Record<string, string>>): string {
  const root = makeFolder("trust");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (content.startsWith("/")) symlinkSync(join(root, content), join(root, path));
    else writeFileSync(join(root, path), content);
  }
  return root;
}

describe("the trust bundle", () => {
  test("keeps the system's root certificates, followed by the session CA under its subject", () => {
    const root = makeRoot({ "/etc/ssl/certs/ca-certificates.crt": otherRoot.trimEnd() });
    const { text } = makeTrustBundle(ca, { root });
    expect(text).toBe(`${otherRoot}\n# ${ca.subject}\n${ca.certificate}`);
  });

  test("contains the certificates of the pool's own file, but not its private key or comments", () => {
    const root = makeRoot({ "/etc/ssl/certs/ca-certificates.crt": otherRoot });
    const pool = makeSessionCa(new Date());
    const key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
    const extra = [`comment\n${key}${pool.certificate}${key}${otherRoot}`];
    const { text } = makeTrustBundle(ca, { root, extra });
    const roots = `${otherRoot}${pool.certificate}${otherRoot}`;
    expect(text).toBe(`${roots}\n# ${ca.subject}\n${ca.certificate}`);
  });

  test.each([
    [
      "Debian",
      { "/etc/ssl/certs/ca-certificates.crt": otherRoot },
      ["/etc/ssl/certs/ca-certificates.crt"],
    ],
    [
      "RHEL",
      {
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem": otherRoot,
        "/etc/pki/tls/certs/ca-bundle.crt": "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/cert.pem": "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
      },
      ["/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"],
    ],
    [
      "SUSE",
      {
        "/var/lib/ca-certificates/ca-bundle.pem": otherRoot,
        "/etc/ssl/ca-bundle.pem": "/var/lib/ca-certificates/ca-bundle.pem",
      },
      ["/var/lib/ca-certificates/ca-bundle.pem"],
    ],
    [
      "Alpine",
      {
        "/etc/ssl/certs/ca-certificates.crt": otherRoot,
        "/etc/ssl/cert.pem": "/etc/ssl/certs/ca-certificates.crt",
      },
      ["/etc/ssl/certs/ca-certificates.crt"],
    ],
  ])("replaces the bundle files of %s, each file once", (_name, files, paths) => {
    const root = makeRoot(files);
    expect(makeTrustBundle(ca, { root }).paths).toEqual(paths);
  });

  test("contains only the session CA if the machine has neither root certificates nor an intact link", () => {
    const root = makeRoot({ "/etc/ssl/ca-bundle.pem": "/nowhere", "/etc/ssl/cert.pem": "" });
    const bundle = makeTrustBundle(ca, { root });
    expect(bundle.text).toBe(`\n# ${ca.subject}\n${ca.certificate}`);
    expect(bundle.paths).toEqual([]);
  });
});

describe("with the trust bundle and its environment variables", () => {
  const python = (lines: string) => ["python3", "-c", lines] as const;
  const urlOf = (port: number) => `https://localhost:${port}/`;

  test.each<[string, (url: string) => readonly [string, ...string[]]]>([
    ["curl", (url) => ["curl", "-sS4", url]],
    [
      "Node",
      (url) => [
        "node",
        "-e",
        `fetch("${url}").then(r => r.text()).then(t => process.stdout.write(t))`,
      ],
    ],
    [
      "Python",
      (url) =>
        python(`import urllib.request as r; print(r.urlopen("${url}").read().decode(), end="")`),
    ],
    [
      "git",
      (url) => ["sh", "-c", `git ls-remote ${url} 2>&1 | grep -q certificate || printf hello`],
    ],
  ])("%s trusts a leaf certificate", async (_name, client) => {
    const folder = makeFolder("trust");
    const { text } = makeTrustBundle(ca);
    expect(text.length).toBeGreaterThan(10_000);
    writeFileSync(join(folder, "bundle.pem"), text);
    writeFileSync(join(folder, "ca.pem"), ca.certificate);
    const variables = trustVariables(join(folder, "bundle.pem"));
    // In the container, the certificate is at a path that must not be created on this machine.
    variables["NODE_EXTRA_CA_CERTS"] = join(folder, "ca.pem");
    const port = await serveHello(issueLeaf(ca)("localhost"));
    const pyenv = { PYENV_ROOT: process.env["PYENV_ROOT"] ?? `${process.env["HOME"]}/.pyenv` };
    const command = client(urlOf(port));
    expect(await runClient(command, { ...pyenv, ...variables })).toEqual({
      code: 0,
      output: "hello",
    });
    expect((await runClient(command, pyenv)).output).not.toBe("hello");
  });
});
