import { readFileSync, realpathSync } from "node:fs";
import type { SessionCa } from "./session-ca.ts";

/** Paths of the system's root bundle in common distributions. */
const bundlePaths: readonly string[] = [
  // Debian, Ubuntu, Alpine, Arch, Gentoo
  "/etc/ssl/certs/ca-certificates.crt",
  // RHEL, Fedora, Amazon; the first two paths are links
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/pki/tls/cert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  // SUSE; the first path is a link
  "/etc/ssl/ca-bundle.pem",
  "/var/lib/ca-certificates/ca-bundle.pem",
  // Alpine's libraries; NixOS
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs/ca-bundle.crt",
];

/** Directory from which distributions read local roots; the specification requires this path. */
export const certificateFolder = "/usr/local/share/ca-certificates";

/** Path of the session CA certificate in the container. */
export const certificatePath = `${certificateFolder}/gatehouse-session-ca.crt`;

/**
 * Path of the complete bundle in the container, also on machines without a bundle of their own.
 * `update-ca-certificates` ignores files with this extension.
 */
export const bundlePath = `${certificateFolder}/gatehouse-session-bundle.pem`;

export interface TrustBundle {
  /**
   * The system's roots, unchanged, followed by the pool's additional roots, by a comment line with
   * the session CA's subject, and by the session CA's certificate.
   */
  readonly text: string;
  /**
   * Paths of the distribution bundles that exist on this host, with links resolved. In the
   * container, `text` is mounted over each of these files.
   */
  readonly paths: readonly string[];
}

/**
 * Builds the bundle that replaces the system's bundle in the container.
 * @param extra text of the files with the pool's additional roots
 * @param root the directory that is treated as `/`
 */
export function makeTrustBundle(
  ca: SessionCa,
  { root = "", extra = [] }: { root?: string; extra?: readonly string[] } = {},
): TrustBundle {
  const found = readBundles(root).map((one) => ({
    ...one,
    real: realpathSync(root + one.path),
  }));
  const [first] = found;
  return {
    text: appendAuthority([first?.text ?? "", ...extra.flatMap(certificatesIn)], ca),
    paths: [...new Set(found.map(({ real }) => real.slice(realRoot(root).length)))],
  };
}

/**
 * Appends the session CA's certificate. The line before it contains the CA's subject, so that
 * operators can find the certificate in the file. Programs ignore text between certificates.
 */
function appendAuthority(roots: readonly string[], { subject, certificate }: SessionCa): string {
  const before = roots.map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`));
  return `${before.join("")}\n# ${subject}\n${certificate}`;
}

/**
 * Returns only the certificates of a file, because the command can read the bundle. The file could
 * also contain a private key.
 */
function certificatesIn(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g) ?? [];
}

/** Reads the distribution bundles that exist under a root directory. */
export function readBundles(root: string): { readonly path: string; readonly text: string }[] {
  return bundlePaths.flatMap((path) => {
    const text = readIfThere(root + path);
    return text === undefined ? [] : [{ path, text }];
  });
}

/**
 * Returns undefined for a file without certificates. On a machine without root certificates, the
 * bundle is missing, empty or a dangling link.
 */
function readIfThere(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return text.includes("-----BEGIN CERTIFICATE-----") ? text : undefined;
  } catch {
    return undefined;
  }
}

function realRoot(root: string): string {
  return root === "" ? "" : realpathSync(root);
}

/**
 * Variables for programs that ship their own roots or search other paths. Each of these variables
 * accepts a complete bundle.
 */
const bundleVariables: readonly string[] = [
  "SSL_CERT_FILE",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
  "PIP_CERT",
  "GIT_SSL_CAINFO",
  "CARGO_HTTP_CAINFO",
  "AWS_CA_BUNDLE",
  "DENO_CERT",
  "NIX_SSL_CERT_FILE",
  "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE",
  "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
  "BUNDLE_SSL_CA_CERT",
  "PERL_LWP_SSL_CA_FILE",
  "HEX_CACERTS_PATH",
  "JULIA_SSL_CA_ROOTS_PATH",
];

/**
 * Returns the variables through which programs that ignore the system's bundle find the session CA.
 * @param bundle path of the bundle in the container
 * @param hasExtra whether the pool has additional roots
 */
export function trustVariables(bundle: string, hasExtra = false): Record<string, string> {
  return {
    ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    // Node adds these certificates to its own roots. One certificate loads faster than the complete
    // bundle.
    NODE_EXTRA_CA_CERTS: hasExtra ? bundle : certificatePath,
    // uv uses the system's roots only if this variable is set.
    UV_NATIVE_TLS: "true",
  };
}
