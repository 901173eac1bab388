import { readFileSync, realpathSync } from "node:fs";
import type { SessionCa } from "./session-ca.ts";

/** Where distributions keep the roots that all programs trust, in one file. */
const bundlePaths: readonly string[] = [
  // Debian, Ubuntu, Alpine, Arch, Gentoo
  "/etc/ssl/certs/ca-certificates.crt",
  // RHEL, Fedora, Amazon; a link into the last two
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/pki/tls/cert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  // SUSE; a link into the last one
  "/etc/ssl/ca-bundle.pem",
  "/var/lib/ca-certificates/ca-bundle.pem",
  // Alpine's libraries; NixOS
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs/ca-bundle.crt",
];

/** Where a distribution takes local roots from; the specification names it. */
export const certificateFolder = "/usr/local/share/ca-certificates";

/** The session CA alone, inside. */
export const certificatePath = `${certificateFolder}/gatehouse-session-ca.crt`;

export interface TrustBundle {
  /** The system's roots as they are, and the session CA after them, with a line before it that says its subject. */
  readonly text: string;
  /** What this host has of the distributions' bundles, links followed: the text goes over each of them. */
  readonly paths: readonly string[];
  /** The path that programs are told: one that the host has, or where Debian has it. */
  readonly told: string;
}

/**
 * Puts the bundle together that programs inside find in place of the system's.
 * @param root the folder that is taken for `/`
 */
export function makeTrustBundle(ca: SessionCa, { root = "" } = {}): TrustBundle {
  const found = readBundles(root).map((one) => ({
    ...one,
    real: realpathSync(root + one.path),
  }));
  const [first] = found;
  return {
    text: appendAuthority(first?.text ?? "", ca),
    paths: [...new Set(found.map(({ real }) => real.slice(realRoot(root).length)))],
    told: first?.path ?? "/etc/ssl/certs/ca-certificates.crt",
  };
}

/** Programs skip what stands between certificates; a person, or grep, finds the subject there. */
function appendAuthority(roots: string, { subject, certificate }: SessionCa): string {
  const before = roots === "" || roots.endsWith("\n") ? roots : `${roots}\n`;
  return `${before}\n# ${subject}\n${certificate}`;
}

/** The distribution's bundles that there are below a root folder, as programs there read them. */
export function readBundles(root: string): { readonly path: string; readonly text: string }[] {
  return bundlePaths.flatMap((path) => {
    const text = readIfThere(root + path);
    return text === undefined ? [] : [{ path, text }];
  });
}

/** An empty file is none: a machine without roots has links that lead nowhere, or nothing at all. */
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

/** Programs that bring their own roots, or look elsewhere, and take the whole bundle. */
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
 * Variables by which programs find the session CA that do not look at the system's bundle.
 * @param bundle path of the bundle inside
 */
export function trustVariables(bundle: string): Record<string, string> {
  return {
    ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    // Node adds these to its own; one is read faster than all.
    NODE_EXTRA_CA_CERTS: certificatePath,
    // uv looks at the system's only when told so.
    UV_NATIVE_TLS: "true",
  };
}
