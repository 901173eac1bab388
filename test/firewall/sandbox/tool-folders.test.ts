import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { bind } from "../../../src/firewall/sandbox/mount.ts";
import { privateLocations } from "../../../src/firewall/sandbox/private-locations.ts";
import { toolFolders } from "../../../src/firewall/sandbox/tool-folders.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** Returns the directories that are bound at their own path. */
function toolsOf(path: string, home: string, writable: readonly string[] = []): readonly string[] {
  const found = toolFolders(path, { home, writable, passwd: "" });
  for (const mount of found) expect(mount).toEqual(bind(mount.target));
  return found.map(({ target }) => target);
}

function makeHome(...folders: readonly string[]): string {
  const home = makeFolder("home");
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
  return home;
}

test("system directories are not mounted again", () => {
  expect(toolsOf("/usr/local/bin:/usr/bin:/bin:/opt/tool/bin", "/home/mona")).toEqual([]);
});

test("a version manager is mounted completely, because its programs on PATH search for the real ones", () => {
  const home = makeHome(".pyenv/shims", ".nvm/versions/node/v20/bin");
  const path = [`${home}/.pyenv/shims`, `${home}/.nvm/versions/node/v20/bin`].join(":");
  expect(toolsOf(path, home)).toEqual([`${home}/.pyenv`, `${home}/.nvm`]);
});

test("uv's tools and Pythons are mounted, but not the credentials that uv stores beside them", () => {
  const uv = ".local/share/uv";
  const home = makeHome(`${uv}/tools/ruff/bin`, `${uv}/python/3.13`, `${uv}/credentials`);
  const found = toolsOf(join(home, uv, "tools/ruff/bin"), home);
  expect(found).toEqual([`${home}/${uv}/tools`, `${home}/${uv}/python`]);
});

test("other directories beside programs in a home directory are not mounted", () => {
  const home = makeHome(
    ".local/bin",
    ".local/lib",
    ".cargo/bin",
    ".rustup",
    "bin",
    "lib",
    "go/bin",
    "go/lib",
  );
  const path = [".local/bin", ".cargo/bin", "bin", "go/bin"].map((name) => join(home, name));
  expect(toolsOf(path.join(":"), home)).toEqual([
    `${home}/.local/bin`,
    `${home}/.cargo/bin`,
    `${home}/.rustup`,
    `${home}/bin`,
    `${home}/go/bin`,
  ]);
});

test("the parts of an installation that programs need are mounted, but not its settings and keys", () => {
  const home = makeHome(
    "tool/bin",
    "tool/lib",
    "tool/share",
    "tool/config",
    "tool/.git",
    "scripts",
  );
  writeFileSync(join(home, "tool/.env"), "");
  const path = `${home}/tool/bin:${home}/scripts`;
  const shown = ["tool/bin", "tool/lib", "tool/share", "scripts"].map((name) => join(home, name));
  expect(toolsOf(path, home)).toEqual(shown);
});

test.each([
  ["a virtual environment", ["bin", "lib", "pyvenv.cfg"]],
  ["Homebrew", ["bin", "lib", "Cellar", "opt"]],
])("directories used by the programs of %s are mounted", (_, names) => {
  const tool = join(makeHome("tool/bin", "tool/lib", "tool/Cellar", "tool/opt"), "tool");
  writeFileSync(join(tool, "pyvenv.cfg"), "");
  expect(toolsOf(join(tool, "bin"), "/home/mona")).toEqual(
    expect.arrayContaining(names.map((name) => join(tool, name))),
  );
});

test("outside an installation, only the programs are mounted", () => {
  const tool = join(makeHome("tool/bin", "tool/share", "tool/include"), "tool");
  expect(toolsOf(join(tool, "bin"), "/home/mona")).toEqual([join(tool, "bin")]);
});

test.each(["lib/modules", "pkg/tool", "conda-meta", "lib/googlecloudsdk", "conf/toolchains.xml"])(
  "a distribution with %s is mounted completely",
  (marker) => {
    const home = makeHome("sdk/bin", "sdk/lib", `sdk/${marker}`);
    expect(toolsOf(`${home}/sdk/bin`, home)).toEqual([`${home}/sdk`]);
  },
);

test("for a link, its target is also mounted", () => {
  const home = makeHome("tools/real/bin");
  symlinkSync(join(home, "tools/real/bin"), join(home, "tools/now"));
  const found = toolFolders(`${home}/tools/now`, { home, writable: [], passwd: "" });
  expect(found).toEqual([
    bind(`${home}/tools/real/bin`, `${home}/tools/now`),
    bind(`${home}/tools/real/bin`),
  ]);
});

test("a PATH entry does not mount the home, a parent of the home, or a missing directory", () => {
  const home = makeHome("a");
  const path = [home, join(home, ".."), "/", "", ".", "relative", `${home}/missing`].join(":");
  expect(toolsOf(path, home)).toEqual([]);
});

describe("directories that the command can write to are ignored", () => {
  /** Creates a home with a project, keys, and an installation with data beside it. */
  function makeProject() {
    const home = makeHome("project/tools/bin", "project/tools/lib", ".ssh", "data/bin", "data/lib");
    return { home, project: join(home, "project"), at: (name: string) => join(home, name) };
  }

  test.each(["data", "data/bin", ".ssh", ".", "..", "../../run"])(
    "a link to %s in the project is not followed",
    (target) => {
      const { home, project, at } = makeProject();
      symlinkSync(at(target), join(project, "planted"));
      expect(toolsOf(join(project, "planted"), home, [project])).toEqual([]);
      expect(toolsOf(join(project, "planted/bin"), home, [project])).toEqual([]);
    },
  );

  test("a trusted link through the project is not followed", () => {
    const { home, project, at } = makeProject();
    symlinkSync(at("data"), join(project, "planted"));
    symlinkSync(join(project, "planted/bin"), at("through"));
    symlinkSync(join(project, "tools/bin"), at("into"));
    expect(toolsOf([at("through"), at("into")].join(":"), home, [project])).toEqual([]);
  });

  test("a PATH directory in a writable location is not mounted again", () => {
    const { home, project } = makeProject();
    const path = `${project}/tools/bin:${project}/../project/tools/bin`;
    expect(toolsOf(path, home, [project])).toEqual([]);
  });

  test("node_modules/.bin is ignored in any project, also through a link", () => {
    const { home, at } = makeProject();
    mkdirSync(at("other/node_modules"), { recursive: true });
    symlinkSync(at("data/bin"), at("other/node_modules/.bin"));
    symlinkSync(at("other/node_modules/.bin"), at("alias"));
    const path = [at("other/node_modules/.bin"), at("other/node_modules/.bin/"), at("alias")];
    expect(toolsOf(path.join(":"), home)).toEqual([]);
  });

  test("a version manager that is a link in the home is mounted, unless the home is writable", () => {
    const home = makeHome(".cargo/bin", "disk/rustup");
    symlinkSync(join(home, "disk/rustup"), join(home, ".rustup"));
    const path = join(home, ".cargo/bin");
    expect(toolFolders(path, { home, writable: [], passwd: "" })).toEqual([
      bind(path),
      bind(join(home, "disk/rustup"), join(home, ".rustup")),
    ]);
    expect(toolsOf(path, home, [home])).toEqual([]);
    expect(toolsOf(path, home, [join(home, "disk")])).toEqual([path]);
  });

  test("an installation whose directory is a link is mounted at its resolved path", () => {
    const home = makeHome("node-20/bin", "node-20/lib");
    symlinkSync("node-20", join(home, "current"));
    expect(toolFolders(`${home}/current/bin`, { home, writable: [], passwd: "" })).toEqual([
      bind(`${home}/node-20/bin`, `${home}/current/bin`),
      bind(`${home}/node-20/lib`, `${home}/current/lib`),
      bind(`${home}/node-20/bin`),
      bind(`${home}/node-20/lib`),
    ]);
  });
});

describe("private directories are not mounted, even if the operator's own PATH contains them:", () => {
  test.each([
    ".ssh",
    ".aws/bin",
    ".vault/bin",
    ".netlify",
    ".terraform.d/plugins",
    ".config/x/bin",
    ".docker",
    ".local",
    ".local/share",
    ".cargo",
  ])("%s in a home directory", (name) => {
    const home = makeHome(name, ".local/share/keyrings");
    symlinkSync(join(home, name), join(home, "alias"));
    expect(toolsOf(`${home}/${name}:${home}/alias`, home)).toEqual([]);
  });

  test("another user's home directory, and its private content", () => {
    const root = makeFolder("homes");
    const other = join(root, "other");
    for (const name of ["bin", "lib", ".ssh", "node-20/bin", "node-20/lib"]) {
      mkdirSync(join(other, name), { recursive: true });
    }
    mkdirSync(join(root, "home"));
    const path = [other, root, "bin", ".ssh", "node-20/bin"].map((each) => resolve(other, each));
    const passwd = `other:x:1001:1001::${other}:/bin/sh\n`;
    const found = toolFolders(path.join(":"), { home: join(root, "home"), writable: [], passwd });
    const shown = ["bin", "node-20/bin", "node-20/lib"].map((name) => bind(join(other, name)));
    expect(found).toEqual(shown);
  });

  test("system state, temporary directories, and the container's own mounts", () => {
    const home = makeHome();
    const link = join(home, "bin");
    for (const target of [
      "/run",
      "/proc",
      "/sys",
      "/dev",
      "/var/lib",
      "/var",
      "/tmp",
      "/etc/ssl",
    ]) {
      expect(toolsOf(target, home)).toEqual([]);
      symlinkSync(target, link);
      expect(toolsOf(link, home)).toEqual([]);
      rmSync(link);
    }
  });

  test("a PATH entry below one of the container's own mounts is mounted only at its target", () => {
    const home = makeHome("tools");
    expect(toolsOf(`/proc/self/root${home}/tools`, home)).toEqual([`${home}/tools`]);
  });

  test("a file in PATH is not treated as a directory", () => {
    const home = makeHome();
    writeFileSync(join(home, "notes"), "");
    expect(toolsOf(join(home, "notes"), home)).toEqual([]);
  });

  test("a service whose home is in the system state keeps its programs", () => {
    const hidden = privateLocations("/var/lib/service", "");
    expect(hidden.covers("/var/lib/service/tools/bin")).toBe(false);
    expect(hidden.covers("/var/lib/service/.ssh")).toBe(true);
    expect(hidden.covers("/var/lib/other/bin")).toBe(true);
  });

  test("home directories that are not in the user database", () => {
    const hidden = privateLocations("/home/mona", "");
    expect(hidden.covers("/home/linuxbrew/.linuxbrew/bin")).toBe(false);
    expect(hidden.covers("/home/linuxbrew")).toBe(true);
    expect(hidden.covers("/home/other/.ssh/keys")).toBe(true);
    expect(hidden.isHome("/home/other")).toBe(true);
  });
});
