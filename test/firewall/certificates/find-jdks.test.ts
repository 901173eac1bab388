import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findJdks, withProxy } from "../../../src/firewall/certificates/find-jdks.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** A folder with these files, each with its own path as content. */
function makeTree(...paths: readonly string[]): string {
  const root = realpathSync(makeFolder("jdks"));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  return root;
}

describe("JDKs", () => {
  test("are found where distributions put them, also one of Java 8, and each file once", () => {
    const root = makeTree(
      "/usr/lib/jvm/jdk-17/lib/security/cacerts",
      "/usr/lib/jvm/jdk-17/conf/net.properties",
      "/usr/lib/jvm/jdk-8/jre/lib/security/cacerts",
      "/usr/lib/jvm/jdk-8/jre/lib/net.properties",
    );
    symlinkSync(join(root, "/usr/lib/jvm/jdk-17"), join(root, "/usr/lib/jvm/default"));
    const { stores, networkSettings } = findJdks({}, root);
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

  test("are found at JAVA_HOME, in the home's version manager, and by the first java of PATH", () => {
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
    expect(findJdks(env).stores.filter((path) => path.startsWith(root))).toEqual(
      stores.map((name) => join(root, name, "lib/security/cacerts")),
    );
  });

  test("are none where there are none", () => {
    expect(findJdks({}, makeTree())).toEqual({ stores: [], networkSettings: [] });
  });
});

test("a proxy is added to network settings, whose other lines stay, and no host goes past it", () => {
  const settings = "http.nonProxyHosts=localhost|127.*\njdk.http.ntlm.transparentAuth=disabled";
  expect(withProxy(settings, { host: "127.0.0.1", port: 3128 })).toBe(`${settings}
http.proxyHost=127.0.0.1
http.proxyPort=3128
https.proxyHost=127.0.0.1
https.proxyPort=3128
http.nonProxyHosts=
`);
});
