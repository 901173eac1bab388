import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findJdks, withProxy } from "../../../src/firewall/certificates/find-jdks.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** Creates a directory with these files, each with its own path as content. */
function makeTree(...paths: readonly string[]): string {
  const root = realpathSync(makeFolder("jdks"));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  return root;
}

describe("JDK detection", () => {
  test("finds JDKs where distributions install them, including Java 8, and lists each file once", () => {
    const root = makeTree(
      "/usr/lib/jvm/jdk-17/lib/security/cacerts",
      "/usr/lib/jvm/jdk-17/conf/net.properties",
      "/usr/lib/jvm/jdk-8/jre/lib/security/cacerts",
      "/usr/lib/jvm/jdk-8/jre/lib/net.properties",
    );
    symlinkSync(join(root, "/usr/lib/jvm/jdk-17"), join(root, "/usr/lib/jvm/default"));
    const { stores, networkSettings } = findJdks({ environment: {}, writable: [], root });
    expect(stores).toEqual([
      join(root, "/usr/lib/jvm/jdk-17/lib/security/cacerts"),
      join(root, "/usr/lib/jvm/jdk-8/jre/lib/security/cacerts"),
    ]);
    expect(networkSettings).toEqual(
      ["/usr/lib/jvm/jdk-17/conf/net.properties", "/usr/lib/jvm/jdk-8/jre/lib/net.properties"].map(
        (text) => ({ path: join(root, text), text }),
      ),
    );
  });

  test("finds JDKs in JAVA_HOME, in the home's version manager, and through the first java on PATH", () => {
    const names = ["named", "home/.sdkman/candidates/java/25", "first", "second"];
    const files = names.flatMap((name) => [`/${name}/bin/java`, `/${name}/lib/security/cacerts`]);
    const root = makeTree(...files);
    mkdirSync(join(root, "bin"));
    symlinkSync(join(root, "first/bin/java"), join(root, "bin/java"));
    const env = {
      JAVA_HOME: join(root, "named"),
      HOME: join(root, "home"),
      PATH: `${join(root, "nowhere")}:${join(root, "bin")}:${join(root, "second/bin")}`,
    };
    const stores = ["home/.sdkman/candidates/java/25", "named", "first"];
    expect(
      findJdks({ environment: env, writable: [] }).stores.filter((path) => path.startsWith(root)),
    ).toEqual(stores.map((name) => join(root, name, "lib/security/cacerts")));
  });

  test("finds nothing if no JDK is installed", () => {
    const found = findJdks({ environment: {}, writable: [], root: makeTree() });
    expect(found).toEqual({ stores: [], networkSettings: [] });
  });
});

describe("a directory that the command can write to is never accepted as a JDK", () => {
  const files = ["bin/java", "lib/security/cacerts", "lib/net.properties"];
  const none = { stores: [], networkSettings: [] };

  /** Returns the JDKs below this root, without those of this machine. */
  function find(root: string, environment: Record<string, string>, writable: string[]) {
    const { stores, networkSettings } = findJdks({ environment, writable, root });
    return { stores, networkSettings: networkSettings.map(({ path }) => path) };
  }

  test("from JAVA_HOME, PATH or the home directory, or through the operator's own link", () => {
    const name = "project/.sdkman/candidates/java/1";
    const root = makeTree(...files.map((file) => `/${name}/${file}`));
    const project = join(root, "project");
    symlinkSync(join(root, name), join(root, "alias"));
    symlinkSync(join(root, "alias/bin"), join(root, "bin"));
    for (const environment of [
      { JAVA_HOME: join(root, name) },
      { JAVA_HOME: join(root, "alias") },
      { PATH: join(root, name, "bin") },
      { PATH: join(root, "bin") },
      { HOME: project },
    ] as Record<string, string>[]) {
      expect(find(root, environment, [])).not.toEqual(none);
      expect(find(root, environment, [project])).toEqual(none);
    }
  });

  test("from an empty program in node_modules/.bin of any project", () => {
    const root = makeTree("/p/node_modules/.bin/java", "/p/node_modules/lib/net.properties");
    expect(find(root, { PATH: join(root, "p/node_modules/.bin") }, [])).toEqual(none);
  });

  test("from a relative path, which depends on the directory in which gatehouse was started", () => {
    const root = makeTree(...files.map((file) => `/jdk/${file}`));
    const path = relative(process.cwd(), join(root, "jdk"));
    expect(find(root, { JAVA_HOME: path, PATH: join(path, "bin") }, [])).toEqual(none);
  });

  test("and the next java on PATH is used instead", () => {
    const root = makeTree("/p/bin/java", ...files.map((file) => `/jdk/${file}`));
    const path = `${join(root, "p/bin")}:${join(root, "jdk/bin")}`;
    const found = find(root, { PATH: path }, [join(root, "p")]);
    expect(found.stores).toEqual([join(root, "jdk/lib/security/cacerts")]);
  });
});

describe("a file is accepted as part of a JDK only if", () => {
  function findIn(root: string, jdk: string) {
    const environment = { JAVA_HOME: join(root, jdk) };
    const { stores, networkSettings } = findJdks({ environment, writable: [], root });
    const own = (path: string) => path.slice(root.length);
    return [...stores, ...networkSettings.map(({ path }) => path)].map(own);
  }

  test("it is in the JDK's directory after its links are resolved", () => {
    const root = makeTree("/home/jdk/kept/cacerts", "/home/jdk/lib/any", "/home/other");
    mkdirSync(join(root, "home/jdk/lib/security"));
    symlinkSync("../../kept/cacerts", join(root, "home/jdk/lib/security/cacerts"));
    symlinkSync(join(root, "home/other"), join(root, "home/jdk/lib/net.properties"));
    expect(findIn(root, "home/jdk")).toEqual(["/home/jdk/kept/cacerts"]);
  });

  test("the JDK belongs to the system and the file is where distributions keep stores and settings", () => {
    const root = makeTree(
      "/etc/ssl/certs/java/cacerts",
      "/etc/java-17-openjdk/net.properties",
      "/etc/secret",
    );
    for (const jdk of ["usr/lib/jvm/17", "home/jdk"]) {
      mkdirSync(join(root, jdk, "lib/security"), { recursive: true });
      symlinkSync(
        join(root, "etc/ssl/certs/java/cacerts"),
        join(root, jdk, "lib/security/cacerts"),
      );
      symlinkSync(join(root, "etc/java-17-openjdk"), join(root, jdk, "conf"));
      symlinkSync(join(root, "etc/secret"), join(root, jdk, "lib/net.properties"));
    }
    const ofSystem = ["/etc/ssl/certs/java/cacerts", "/etc/java-17-openjdk/net.properties"];
    expect(findIn(root, "usr/lib/jvm/17")).toEqual(ofSystem);
    // Without a JDK of the system, a link from a home directory is not a duplicate.
    rmSync(join(root, "usr"), { recursive: true });
    expect(findIn(root, "home/jdk")).toEqual([]);
  });

  test("it is a regular file below the size limit", () => {
    const root = makeTree("/jdk/lib/security/any", "/jdk/conf/net.properties");
    execFileSync("mkfifo", [join(root, "jdk/lib/net.properties")]);
    mkdirSync(join(root, "jdk/lib/security/cacerts"));
    expect(findIn(root, "jdk")).toEqual(["/jdk/conf/net.properties"]);
    truncateSync(join(root, "jdk/conf/net.properties"), 64 * 1024 * 1024);
    expect(findIn(root, "jdk")).toEqual([]);
  });
});

test("a proxy is added to network settings: other lines are kept, and proxy exceptions are overridden", () => {
  const settings = "http.nonProxyHosts=localhost|127.*\njdk.http.ntlm.transparentAuth=disabled";
  expect(withProxy(settings, { host: "127.0.0.1", port: 3128 })).toBe(`${settings}
http.proxyHost=127.0.0.1
http.proxyPort=3128
https.proxyHost=127.0.0.1
https.proxyPort=3128
http.nonProxyHosts=
`);
});
