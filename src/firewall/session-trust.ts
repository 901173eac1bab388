import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { asUser } from "../shared/as-user.ts";
import type { User } from "../shared/invoking-user.ts";
import { realOr } from "../shared/real-or.ts";
import { browserPolicies } from "./certificates/browser-policies.ts";
import { findJdks, withProxy } from "./certificates/find-jdks.ts";
import { issueLeaf } from "./certificates/issue-leaf.ts";
import type { Leaf } from "./certificates/issue-leaf.ts";
import { javaStore } from "./certificates/java-store.ts";
import { placeKey } from "./certificates/key-location.ts";
import type { KeyLocation } from "./certificates/key-location.ts";
import { makeSessionCa } from "./certificates/session-ca.ts";
import type { SessionCa } from "./certificates/session-ca.ts";
import {
  bundlePath,
  certificateFolder,
  certificatePath,
  makeTrustBundle,
  trustVariables,
} from "./certificates/trust-bundle.ts";
import { bind } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

/**
 * Files and variables that make the container, and only the container, trust the session's
 * certificates.
 */
export interface SessionTrust {
  readonly ca: SessionCa;
  readonly key: KeyLocation;
  readonly issue: (host: string) => Leaf;
  readonly mounts: readonly Mount[];
  readonly variables: Readonly<Record<string, string>>;
}

export interface TrustOptions {
  readonly now: Date;
  /** The command's PATH, HOME and JAVA_HOME. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Locations that the command can write to. */
  readonly writable: readonly string[];
  /** The user who called sudo. */
  readonly owner: User | undefined;
  readonly proxyPort: number;
  /** Text of the file with the additional roots of this machine's Node. */
  readonly extraRoots: readonly string[];
}

/**
 * Creates the session CA, stores its private key so that only the session's owner can read it, and
 * adds its certificate to the container's trusted roots.
 */
export function makeSessionTrust(
  session: Pick<SessionFolder, "id" | "keyPath" | "keepCertificate" | "keepFile">,
  options: TrustOptions,
): SessionTrust {
  const ca = makeSessionCa(options.now, session.id);
  session.keepCertificate(ca.certificate);
  const key = placeKey(ca.key, session.keyPath);
  const bundle = makeTrustBundle(ca, { extra: options.extraRoots });
  const written = writeCertificates(session, ca, bundle.text);
  return {
    ca,
    key,
    issue: issueLeaf(ca),
    mounts: [
      ...bundle.paths.map((path) => bind(join(written, basename(bundlePath)), path)),
      mountCertificates(written),
      ...mountBrowserPolicies(session, ca, options),
      ...mountJava(session, bundle.text, options),
    ],
    variables: trustVariables(bundlePath, options.extraRoots.length > 0),
  };
}

type Files = Pick<SessionFolder, "keepFile">;

/** Writes the session CA's certificate and the bundle. @returns their directory */
function writeCertificates(files: Files, { certificate }: SessionCa, bundle: string): string {
  const at = (path: string) => join("trust/share", basename(certificateFolder), basename(path));
  files.keepFile(at(bundlePath), bundle);
  return dirname(files.keepFile(at(certificatePath), certificate));
}

/**
 * Mounts the directory with the certificates. A mount point cannot be created in a read-only
 * directory, so the mount covers the parent if only the directory is missing. If the parent is
 * missing, too, `systemMounts` leaves room for both. It would also do so for the directory alone,
 * but with many more mounts.
 */
function mountCertificates(written: string): Mount {
  const parent = dirname(certificateFolder);
  return existsSync(parent) && !existsSync(certificateFolder)
    ? bind(dirname(written), realOr(parent))
    : bind(written, resolveParents(certificateFolder));
}

/** Resolves links such as `/usr/local`, because no runtime creates a mount point behind a link. */
function resolveParents(path: string): string {
  return existsSync(path) ? realOr(path) : join(resolveParents(dirname(path)), basename(path));
}

function mountBrowserPolicies(
  files: Files,
  { der }: SessionCa,
  { owner }: Pick<TrustOptions, "owner">,
): readonly Mount[] {
  return asUser(owner, () => browserPolicies(der)).map(({ target, files: kept }, index) => {
    const folder = `trust/browser-${index}`;
    const paths = [...kept].map(([name, text]) => [name, files.keepFile(join(folder, name), text)]);
    const [name = "", path = ""] = paths[0] ?? [];
    return bind(path.slice(0, -name.length - 1), target);
  });
}

function mountJava(files: Files, roots: string, options: TrustOptions): readonly Mount[] {
  // Searches with the caller's permissions, because root can read more files and would make their
  // contents visible in the container.
  const { stores, networkSettings } = asUser(options.owner, () => findJdks(options));
  if (stores.length === 0) return [];
  const store = files.keepFile("trust/cacerts", javaStore(roots));
  return [
    ...stores.map((path) => bind(store, path)),
    ...networkSettings.map(({ path, text }, index) => {
      const settings = withProxy(text, { host: "127.0.0.1", port: options.proxyPort });
      return bind(files.keepFile(`trust/net-${index}.properties`, settings), path);
    }),
  ];
}
