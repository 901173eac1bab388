import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openLab, type FirewallOptions, type Lab, type RunFolders } from "./lab.ts";

const secret = randomUUID();
const nobody = 65_534;
const system = "/usr/local/bin:/usr/bin:/bin";
let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

type Caller = "root" | "nobody" | "sudo";

interface Planted extends RunFolders {
  /**
   * Directory outside of the project, with the secret, and with the mark of a planted program that
   * ran outside.
   */
  readonly outside: string;
  readonly path: string;
}

/**
 * Creates a project in which an earlier command has planted files, beside keys of the caller and of
 * root.
 */
function plant(caller: Caller): Planted {
  const folders = lab.makeFolders(caller === "root" ? "root" : "nobody");
  const { home, work } = folders;
  const outside = join(dirname(work), "outside");
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
  };
  const link = (target: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  write(join(home, ".ssh/id_key"), secret);
  write(join(outside, "secret"), secret);
  for (const name of ["bin", "lib"]) mkdirSync(join(outside, name));
  const at = (name: string) => join(work, name);
  mkdirSync(at(".git"));
  link(join(home, ".ssh"), at("node_modules/.bin"));
  link(outside, at("tools"));
  link("/run", at("state"));
  write(at("jdk/bin/java"), "", 0o755);
  link(join(outside, "secret"), at("jdk/lib/net.properties"));
  link("/usr/bin/env", at("jdk/lib/security/cacerts"));
  write(at("one/node_modules/.bin/java"), "", 0o755);
  link(join(outside, "secret"), at("one/node_modules/lib/net.properties"));
  mkdirSync(at("one/node_modules/conf"));
  execFileSync("mkfifo", [at("one/node_modules/conf/net.properties")]);
  for (const name of ["bwrap", "podman", "docker", "sudo", "git", "ssh", "newuidmap", "find"]) {
    write(at(`bin/${name}`), `#!/bin/sh\ntouch ${join(outside, `ran-${name}`)}\n`, 0o755);
  }
  if (caller !== "root") giveTo(nobody, [home, work, outside]);
  // Behind sudo, only root could read it.
  if (caller === "sudo") {
    lchownSync(join(outside, "secret"), 0, 0);
    chmodSync(join(outside, "secret"), 0o600);
  }
  const entries = ["node_modules/.bin", "tools/bin", "state", "jdk/bin", "one/node_modules/.bin"];
  const path = [...entries, "bin"].map(at).concat(system).join(":");
  return { ...folders, outside, path };
}

/** Changes the owner of everything below the paths, without following links: one points to /run. */
function giveTo(uid: number, paths: readonly string[]): void {
  for (const path of paths) {
    lchownSync(path, uid, uid);
    if (!lstatSync(path).isDirectory()) continue;
    giveTo(
      uid,
      readdirSync(path).map((name) => join(path, name)),
    );
  }
}

function runAs(
  caller: Caller,
  planted: Planted,
  options: Pick<FirewallOptions, "options" | "runtime"> = {},
) {
  const bySudo = { SUDO_UID: `${nobody}`, SUDO_GID: `${nobody}`, SUDO_USER: "nobody" };
  const script = `
    echo control; env true && echo env-works
    for file in ${planted.work}/node_modules/.bin/id_key ${planted.work}/tools/secret; do cat "$file"; done
    cat ${planted.work}/jdk/lib/net.properties ${planted.work}/one/node_modules/lib/net.properties
    grep -Rs -D skip . ${planted.home} ${planted.outside} ${planted.work} /run /etc/java*
    true`;
  const { child, ended } = lab.start(["sh", "-c", script], {
    as: caller === "nobody" ? "nobody" : "root",
    folders: planted,
    ...options,
    env: {
      PATH: planted.path,
      JAVA_HOME: join(planted.work, "jdk"),
      ...(caller === "sudo" && bySudo),
    },
  });
  // A program that waits for a pipe would never exit.
  onTestFinished(() => void child.kill("SIGKILL"));
  return ended;
}

function ranOutside({ outside }: Planted): readonly string[] {
  return readdirSync(outside).filter((name) => name.startsWith("ran-"));
}

describe.each([
  ["root", "bubblewrap"],
  ["nobody", "bubblewrap"],
  ["sudo", "bubblewrap"],
  ["root", "podman"],
] as const)("as %s with %s", (caller, runtime) => {
  test("planted files in the project do not reveal anything about the host, and do not run", async () => {
    const planted = plant(caller);
    const options = ["--ssl-bump", "--allow-urls", "https://a.test/**"];
    const { code, out, err } = await runAs(caller, planted, { runtime, options });
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("control\nenv-works\n");
    expect(out).not.toContain(secret);
    expect(ranOutside(planted)).toEqual([]);
  });

  test("a link, device, pipe or huge file in place of the rules or a root certificate is refused", async () => {
    const planted = plant(caller);
    const at = (name: string) => join(planted.work, name);
    symlinkSync(join(planted.outside, "secret"), at("link"));
    // This device is empty. An endless one, read by mistake, would fill the memory.
    symlinkSync("/dev/null", at("device"));
    execFileSync("mkfifo", [at("pipe")]);
    writeFileSync(at("huge"), "");
    truncateSync(at("huge"), 2 ** 40);
    for (const option of ["--config", "--upstream-ca"]) {
      for (const name of ["link", "device", "pipe", "huge"]) {
        const options = [option, at(name)];
        const { code, out, err } = await runAs(caller, planted, { runtime, options });
        expect({ option, name, code, out }).toEqual({ option, name, code: 125, out: "" });
        expect(err).not.toContain(secret);
      }
    }
  });
});

test("a program that is planted in a clone is not run by a command that asks git", () => {
  const planted = plant("root");
  const cli = join(lab.folder, "program/cli.js");
  const ask = (path: string) => {
    try {
      execFileSync(process.execPath, [cli, "status"], {
        cwd: planted.work,
        env: { PATH: path, HOME: planted.home, XDG_STATE_HOME: join(planted.home, "state") },
        stdio: "ignore",
        timeout: 60_000,
      });
    } catch {
      // The project is not a clone of a control plane.
    }
  };
  ask(planted.path);
  expect(ranOutside(planted)).toEqual([]);
  expect(existsSync(join(planted.outside, "bin"))).toBe(true);
});
