import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { makeFolder } from "../../temporary-folder.ts";

/**
 * A certificate authority for tests, created with the openssl program so that it does not depend on
 * the code under test.
 */
export interface TestCa {
  /** The certificate in PEM format. */
  readonly cert: string;
  /** Path of `cert`, for a client that reads files. */
  readonly file: string;
  readonly issue: (
    host: string,
    more?: { readonly days?: number },
  ) => { key: string; cert: string };
}

export function makeCa(name = "Test CA", folder = makeFolder("ca")): TestCa {
  const at = (file: string) => join(folder, file);
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const run = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const subject = ["-subj", `/CN=${name}`];
  run(
    "req",
    "-x509",
    ...curve,
    ...subject,
    "-days",
    "2",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.crt"),
  );
  const issued = new Map<string, { key: string; cert: string }>();
  let count = 0;
  return {
    cert: readFileSync(at("ca.crt"), "utf8"),
    file: at("ca.crt"),
    issue: (host, { days = 2 } = {}) => {
      const known = issued.get(`${host} ${days}`);
      if (known) return known;
      const leaf = `leaf${(count += 1)}`;
      run(
        "req",
        ...curve,
        "-subj",
        "/CN=leaf",
        "-keyout",
        at(`${leaf}.key`),
        "-out",
        at(`${leaf}.csr`),
      );
      writeFileSync(at("ext"), `subjectAltName=${isIP(host) === 0 ? "DNS" : "IP"}:${host}\n`);
      const authority = ["-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial"];
      const files = ["-in", at(`${leaf}.csr`), "-out", at(`${leaf}.crt`), "-extfile", at("ext")];
      run("x509", "-req", ...authority, ...files, "-days", String(days));
      const made = { key: read(at(`${leaf}.key`)), cert: read(at(`${leaf}.crt`)) };
      issued.set(`${host} ${days}`, made);
      return made;
    },
  };
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
