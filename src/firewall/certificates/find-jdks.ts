import { lstatSync, readdirSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { resolveOutside } from "../../shared/program-path.ts";
import { readRegularFile } from "../../shared/read-regular-file.ts";
import { isWithin } from "../../shared/is-within.ts";

/** The files by which a Java inside is told whom to trust and how to get out: paths without links, each once. */
export interface JavaFiles {
  readonly stores: readonly string[];
  /** Each with what stands in it: other settings have to stay as they are. */
  readonly networkSettings: readonly { readonly path: string; readonly text: string }[];
}

/** Folders that have a JDK in each folder: distributions, Oracle's packages, images of Temurin, SUSE. */
const jdkFolders: readonly string[] = ["/usr/lib/jvm", "/usr/lib64/jvm", "/usr/java", "/opt/java"];

/** The same in a home: SDKMAN, IDEs, asdf. */
const homeFolders: readonly string[] = [".sdkman/candidates/java", ".jdks", ".asdf/installs/java"];

/** Up to Java 8 a JDK has all of it below `jre`. */
const below: readonly string[] = ["", "jre"];

const storeNames: readonly string[] = ["lib/security/cacerts"];
const settingNames: readonly string[] = ["conf/net.properties", "lib/net.properties"];

/** Where distributions install JDKs, and where those link their settings and stores to. */
const systemJdks = /^\/(?:usr|opt|lib\d*|nix\/store|gnu\/store)\//;
const systemParts =
  /^\/(?:etc\/(?:java[^/]*|ssl|pki|ca-certificates)|usr\/(?:share|lib(?:64)?\/jvm)|var\/lib\/ca-certificates|nix\/store|gnu\/store)\//;

/** In bytes; those of JDKs have 7 KB. */
const largestSettings = 256 * 1024;

export interface JdkSearch {
  /** PATH, HOME and JAVA_HOME of the command. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Locations that the command can write to: a JDK there is ignored, and no link there is followed. */
  readonly writable: readonly string[];
  /** The directory that is taken for `/`. */
  readonly root?: string;
}

/**
 * Looks where JDKs are known to be, at JAVA_HOME, and where `java` of PATH leads; nowhere else. A file belongs to a JDK
 * if it is in the JDK's own directory. Only one that the system installed may link to the system's settings.
 * Behind sudo, to be called with the rights of the caller.
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
  // `java` of a JDK is in its `bin`, whatever links lead there.
  const [first] = programs.filter(isAbsolute).flatMap((program) => outside(program) ?? []);
  return [
    // What names there are in a directory that a command can write to says nothing about JDKs.
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
 * What stands in a JDK's `net.properties`, and after it a proxy for all hosts: of two lines the later one counts. Java
 * looks at no variable for it.
 * @param proxy inside: 127.0.0.1 and its port
 */
export function withProxy(settings: string, proxy: { host: string; port: number }): string {
  const ofScheme = (scheme: string) => [
    `${scheme}.proxyHost=${proxy.host}`,
    `${scheme}.proxyPort=${proxy.port}`,
  ];
  // By default Java goes past the proxy to this machine itself, where nothing is; of https it has no list of its own.
  const lines = [...ofScheme("http"), ...ofScheme("https"), "http.nonProxyHosts="];
  return `${settings.trimEnd()}\n${lines.join("\n")}\n`;
}
