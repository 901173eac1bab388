import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificates {
  /** Path of the authority's certificate in PEM format. */
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
  /** Pin of the key in curl's format: `sha256//…`. */
  readonly pin: string;
}

/**
 * Creates an authority and one certificate for all names, with the openssl program so that it does
 * not depend on the code under test.
 */
export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  const at = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const forCa = [
    "-subj",
    "/CN=Origins",
    "-days",
    "2",
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.crt"),
  ];
  openssl("req", "-x509", ...curve, ...forCa);
  openssl("req", ...curve, "-subj", "/CN=leaf", "-keyout", at("key.pem"), "-out", at("csr.pem"));
  writeFileSync(at("names"), `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}\n`);
  const authority = ["-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "2"];
  const files = ["-in", at("csr.pem"), "-out", at("cert.pem"), "-extfile", at("names")];
  openssl("x509", "-req", ...authority, ...files);
  openssl("pkey", "-in", at("key.pem"), "-pubout", "-outform", "DER", "-out", at("key.der"));
  const digest = openssl("dgst", "-sha256", "-binary", at("key.der"));
  return {
    ca: at("ca.crt"),
    key: readFileSync(at("key.pem"), "utf8"),
    cert: readFileSync(at("cert.pem"), "utf8"),
    pin: `sha256//${digest.toString("base64")}`,
  };
}
