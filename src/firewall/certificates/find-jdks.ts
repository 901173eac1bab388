import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

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

/**
 * Looks where JDKs are known to be, at JAVA_HOME, and where `java` of PATH leads; nowhere else.
 * @param env PATH, HOME and JAVA_HOME of the command inside
 */
export function findJdks(env: Readonly<Record<string, string | undefined>>, root = ""): JavaFiles {
  const { HOME: home } = env;
  const folders = [...jdkFolders, ...(home ? homeFolders.map((name) => join(home, name)) : [])];
  const homes = [
    ...folders.flatMap((folder) => namesIn(root + folder).map((name) => join(root, folder, name))),
    ...(env["JAVA_HOME"] ? [env["JAVA_HOME"]] : []),
    ...homeOfPath(env["PATH"] ?? ""),
  ].flatMap((jdk) => below.map((part) => join(jdk, part)));
  const stores = homes.map((jdk) => join(jdk, "lib/security/cacerts"));
  const settings = homes.flatMap((jdk) => [
    join(jdk, "conf/net.properties"),
    join(jdk, "lib/net.properties"),
  ]);
  return {
    stores: realPaths(stores),
    networkSettings: realPaths(settings).flatMap((path) => {
      const text = readIfAllowed(path);
      return text === undefined ? [] : [{ path, text }];
    }),
  };
}

function readIfAllowed(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `java` of a JDK is in its `bin`, whatever links lead there. */
function homeOfPath(path: string): string[] {
  const programs = path.split(delimiter).map((folder) => join(folder, "java"));
  return realPaths(programs)
    .slice(0, 1)
    .map((program) => dirname(dirname(program)));
}

/** What is there, links followed, each once. */
function realPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
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
