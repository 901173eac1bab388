import { lstatSync, readdirSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { resolveOutside } from "../../shared/program-path.ts";
import { readRegularFile } from "../../shared/read-regular-file.ts";
import { isWithin } from "../../shared/is-within.ts";

/**
 * Files in the container that define the trusted roots and the proxy for Java. Paths are resolved
 * and unique.
 */
export interface JavaFiles {
  readonly stores: readonly string[];
  /**
   * Path and content of each file. The content is kept because the file's other settings must not
   * change.
   */
  readonly networkSettings: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Directories with one JDK per subdirectory, as used by distributions, Oracle's packages, and the
 * Temurin and SUSE images.
 */
const jdkFolders: readonly string[] = ["/usr/lib/jvm", "/usr/lib64/jvm", "/usr/java", "/opt/java"];

/** Directories under the home directory with one JDK per subdirectory: SDKMAN, IDEs, asdf. */
const homeFolders: readonly string[] = [".sdkman/candidates/java", ".jdks", ".asdf/installs/java"];

/** Up to Java 8, a JDK keeps all of these files under `jre`. */
const below: readonly string[] = ["", "jre"];

const storeNames: readonly string[] = ["lib/security/cacerts"];
const settingNames: readonly string[] = ["conf/net.properties", "lib/net.properties"];

/**
 * `systemJdks`: directories in which distributions install JDKs. `systemParts`: directories to
 * which those JDKs link their settings and stores.
 */
const systemJdks = /^\/(?:usr|opt|lib\d*|nix\/store|gnu\/store)\//;
const systemParts =
  /^\/(?:etc\/(?:java[^/]*|ssl|pki|ca-certificates)|usr\/(?:share|lib(?:64)?\/jvm)|var\/lib\/ca-certificates|nix\/store|gnu\/store)\//;

/** Maximum size of a settings file, in bytes. A JDK's own settings are about 7 KB. */
const largestSettings = 256 * 1024;

export interface JdkSearch {
  /** Environment variables of the command, of which PATH, HOME and JAVA_HOME are used. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Locations that the command can write to: JDKs in them are ignored, and links in them are not
   * followed.
   */
  readonly writable: readonly string[];
  /** The directory that is treated as `/`. */
  readonly root?: string;
}

/**
 * Searches the usual JDK locations, JAVA_HOME, and the target of `java` in PATH. A file belongs to
 * a JDK if it is in the JDK's own directory. Only JDKs installed by the system may link to the
 * system's settings.
 *
 * Under sudo, call this with the caller's rights.
 */
export function findJdks({ environment, writable, root = "" }: JdkSearch): JavaFiles {
  const outside = (path: string) => resolveOutside(path, writable);
  const found = candidates(environment, { root, outside });
  const jdks = unique(found.flatMap((jdk) => outside(jdk) ?? []));
  const findIn = (jdk: string, names: readonly string[]) =>
    below
      .flatMap((part) => names.map((name) => join(jdk, part, name)))
      .flatMap((path) => outside(path) ?? [])
      .filter((path) => isPartOf(path, { jdk, root }) && isFile(path));
  const find = (names: readonly string[]) => unique(jdks.flatMap((jdk) => findIn(jdk, names)));
  return {
    stores: find(storeNames),
    networkSettings: find(settingNames).flatMap((path) => {
      const text = readIfAllowed(path);
      return text === undefined ? [] : [{ path, text }];
    }),
  };
}

interface Candidates {
  readonly root: string;
  readonly outside: (path: string) => string | undefined;
}

function candidates(
  { HOME: home, JAVA_HOME: named, PATH: path = "" }: JdkSearch["environment"],
  { root, outside }: Candidates,
): readonly string[] {
  const inHome = home ? homeFolders.map((name) => join(home, name)) : [];
  const folders = [...jdkFolders.map((folder) => join(root, folder)), ...inHome];
  const programs = path.split(delimiter).map((folder) => join(folder, "java"));
  // After links are resolved, `java` is in the `bin` directory of its JDK.
  const [first] = programs.filter(isAbsolute).flatMap((program) => outside(program) ?? []);
  return [
    // Directories that the command can write to are not listed, because an attacker could plant
    // entries in them.
    ...folders.flatMap((folder) => namesIn(outside(folder)).map((name) => join(folder, name))),
    ...(named !== undefined && isAbsolute(named) ? [named] : []),
    ...(first === undefined ? [] : [dirname(dirname(first))]),
  ];
}

function isPartOf(file: string, { jdk, root }: { jdk: string; root: string }): boolean {
  const ofSystem = (path: string) => (isWithin(path, root || "/") ? path.slice(root.length) : "");
  return (
    isWithin(file, jdk) || (systemJdks.test(ofSystem(jdk)) && systemParts.test(ofSystem(file)))
  );
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readIfAllowed(path: string): string | undefined {
  try {
    const { bytes, size } = readRegularFile(path, largestSettings);
    return size > largestSettings ? undefined : Buffer.from(bytes).toString("latin1");
  } catch {
    return undefined;
  }
}

function namesIn(folder: string | undefined): string[] {
  try {
    return folder === undefined ? [] : readdirSync(folder);
  } catch {
    return [];
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

/**
 * Appends a proxy for all hosts to a JDK's `net.properties`, because Java does not read a proxy
 * from environment variables. The last occurrence of a key takes effect.
 * @param proxy the address in the container: 127.0.0.1 and its port
 */
export function withProxy(settings: string, proxy: { host: string; port: number }): string {
  const ofScheme = (scheme: string) => [
    `${scheme}.proxyHost=${proxy.host}`,
    `${scheme}.proxyPort=${proxy.port}`,
  ];
  // By default, Java bypasses the proxy for localhost, where no server listens. The exception list
  // for http also applies to https.
  const lines = [...ofScheme("http"), ...ofScheme("https"), "http.nonProxyHosts="];
  return `${settings.trimEnd()}\n${lines.join("\n")}\n`;
}
