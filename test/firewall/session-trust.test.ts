import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { makeSessionTrust } from "../../src/firewall/session-trust.ts";
import { findCovered } from "../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../temporary-folder.ts";

test("on every machine, the container contains the file that each trust variable names", () => {
  const folder = makeFolder("session");
  const keepFile = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const keyPath = join(folder, "key.pem");
  const { ca, key, mounts, variables } = makeSessionTrust(
    { id: "a", keyPath, keepCertificate: () => undefined, keepFile },
    {
      now: new Date(),
      environment: {},
      writable: [],
      owner: undefined,
      proxyPort: 3128,
      extraRoots: [],
    },
  );
  key.end();
  const own = mounts.filter(({ target }) => target.startsWith("/usr/local/share"));
  for (const name of ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"]) {
    const file = findCovered(variables[name] ?? "", own) ?? "";
    expect(relative(folder, file)).toMatch(/^trust/);
    expect(readFileSync(file, "utf8")).toContain(ca.certificate);
  }
});
