import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Mount } from "../../../src/firewall/sandbox/mount.ts";
import { bind } from "../../../src/firewall/sandbox/mount.ts";
import { programMounts } from "../../../src/firewall/sandbox/program-mounts.ts";
import { toolFolders } from "../../../src/firewall/sandbox/tool-folders.ts";
import { makeFolder } from "../../temporary-folder.ts";

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

/** Creates a home with programs, and links to them. */
function makeHome(programs: Readonly<Record<string, string>>, links: Record<string, string> = {}) {
  const home = makeFolder("home");
  const at = (name: string) => join(home, name);
  mkdirSync(at(".local/bin"), { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text, { mode: 0o755 });
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    symlinkSync(target.startsWith("~/") ? at(target.slice(2)) : target, at(name));
  }
  return { home, at };
}

type Home = ReturnType<typeof makeHome>;

/** Returns the mounts of the program `tool` in `~/.local/bin`, relative to the home. */
function mountsOf(
  { home, at }: Home,
  writable: readonly string[] = [],
  work: readonly Mount[] = [],
): readonly Mount[] {
  const path = at(".local/bin");
  const base: Mount[] = [bind("/usr"), { kind: "empty", target: home, isWritable: true }, ...work];
  const shown = [...base, ...toolFolders(path, { home, writable, passwd: "" })];
  const caller = { uid, gid, name: "mona", home, cameBySudo: false };
  return programMounts("tool", { caller, path, writable, shown, passwd: "" });
}

function bindsOf(home: Home, writable?: readonly string[]): readonly string[] {
  return mountsOf(home, writable).flatMap((mount) => {
    expect(mount.kind === "bind" && mount.isWritable).toBe(false);
    return mount.kind === "bind" ? [mount.target.replace(`${home.home}/`, "")] : [];
  });
}

const link = ".local/bin/tool";

describe("the installation behind a link is mounted read-only", () => {
  test.each([
    [
      "a file among versions",
      ".local/share/claude/versions/2.0.1",
      [".local/share/claude/versions"],
    ],
    [
      "a virtual environment",
      ".local/share/pipx/venvs/tool/bin/tool",
      ["bin", "lib", "pyvenv.cfg"],
    ],
    ["a tool of uv", ".local/share/uv/tools/tool/bin/tool", [".local/share/uv/tools"]],
    [
      "an npm package",
      ".local/lib/node_modules/@a/tool/dist/cli.js",
      [".local/lib/node_modules/@a/tool"],
    ],
  ])("%s", (_, target, expected) => {
    const home = makeHome({ [target]: "" }, { [link]: `~/${target}` });
    const parent = dirname(dirname(target));
    if (target.includes("venvs")) {
      mkdirSync(home.at(`${parent}/lib`));
      writeFileSync(home.at(`${parent}/pyvenv.cfg`), "");
    }
    const full = expected.map((name) => (name.startsWith(".local") ? name : `${parent}/${name}`));
    expect(bindsOf(home)).toEqual(full);
  });

  test("with its interpreter, even if that is also a link", () => {
    const script = ".local/share/pipx/venvs/tool/bin/tool";
    const python = ".local/share/pipx/venvs/tool/bin/python";
    const home = makeHome(
      { ".pyenv/versions/3/bin/python3": "" },
      { [link]: `~/${script}`, [python]: "~/.pyenv/versions/3/bin/python3" },
    );
    writeFileSync(home.at(script), `#!${home.at(python)}\n`, { mode: 0o755 });
    expect(bindsOf(home)).toEqual([".local/share/pipx/venvs/tool/bin", ".pyenv"]);
  });

  test("with each link of a chain that no directory shows", () => {
    const home = makeHome(
      { ".local/share/tool/2/run": "" },
      {
        [link]: "../share/tool/now/run",
        ".local/share/tool/now": "~/.local/share/other/now",
        ".local/share/other/now": "~/.local/share/tool/2",
      },
    );
    expect(mountsOf(home)).toEqual([
      bind(home.at(".local/share/tool/2")),
      {
        kind: "link",
        target: home.at(".local/share/tool/now"),
        to: home.at(".local/share/other/now"),
      },
      {
        kind: "link",
        target: home.at(".local/share/other/now"),
        to: home.at(".local/share/tool/2"),
      },
    ]);
  });
});

test.each([
  ["of a repository", "work/api/run", "work/api/.git"],
  ["bin of a repository", "work/api/bin/run", "work/api/.git"],
  ["of the home, such as Downloads", "Downloads/run", "Downloads/other"],
])("in a directory %s, only the program itself is mounted", (_, target, beside) => {
  const home = makeHome({ [target]: "", [`${beside}/file`]: "" }, { [link]: `~/${target}` });
  expect(bindsOf(home)).toEqual([target]);
});

test("a link out of an installation is not followed", () => {
  const home = makeHome(
    { "tool/bin/run": "", "tool/lib64/x": "", "clients/acme/.env": "" },
    { [link]: "~/tool/bin/run", "tool/lib": "~/clients/acme" },
  );
  expect(bindsOf(home)).toEqual(["tool/bin", "tool/lib64"]);
});

describe("the first line of a script does not choose a directory of the home", () => {
  const clients = { "clients/acme/deploy.sh": "", "clients/acme/env": "" };
  const shown = (line: string) => {
    const home = makeHome({ ...clients, "opt/tool/run": "" }, { [link]: "~/opt/tool/run" });
    const text = `#!${line.replaceAll("~", home.home)}\n`;
    writeFileSync(home.at("opt/tool/run"), text, { mode: 0o755 });
    return bindsOf(home);
  };

  test.each([
    ["as the interpreter", "~/clients/acme/deploy.sh"],
    ["as the first word of env", "/usr/bin/env ~/clients/acme/deploy.sh"],
    ["as an option of env", "/usr/bin/env -S -u ~/clients/acme/deploy.sh sh"],
    ["after a program called env", "~/clients/acme/env deploy.sh"],
  ])("%s", (_, line) => {
    expect(shown(line)).toEqual(["opt/tool"]);
  });
});

test("the program that env starts is mounted, also if env is a link to a program with several commands", () => {
  const python = ".pyenv/versions/3/bin/python3";
  const home = makeHome(
    { "opt/tool/run": "", "box/busybox": "", [python]: "" },
    { [link]: "~/opt/tool/run", "box/env": "busybox", ".local/bin/python3": `~/${python}` },
  );
  const text = `#!${home.at("box/env")} python3\n`;
  writeFileSync(home.at("opt/tool/run"), text, { mode: 0o755 });
  expect(bindsOf(home)).toEqual(["opt/tool", ".pyenv"]);
});

test("a version manager is not mounted for a script that an earlier command could have written", () => {
  const home = makeHome({ "work/run": "", ".pyenv/bin/python": "" }, { [link]: "~/work/run" });
  const text = `#!${home.at(".pyenv/bin/python")}\n`;
  writeFileSync(home.at("work/run"), text, { mode: 0o755 });
  expect(mountsOf(home, [home.at("work")], [bind(home.at("work"))])).toEqual([]);
});

describe("nothing is mounted for", () => {
  test.each([
    ["a key", ".ssh/id"],
    ["an account", ".config/gh/hosts.yml"],
    ["cloud credentials", ".aws/credentials"],
    ["a program in a directory with keys", ".gnupg/bin/tool"],
  ])("a link to %s", (_, target) => {
    const home = makeHome({ [target]: "" }, { [link]: `~/${target}` });
    expect(mountsOf(home)).toEqual([]);
  });

  test.each([
    ["the home", "~/."],
    ["the root directory", "/"],
    ["a directory with keys", "~/.ssh"],
    ["a missing file", "~/missing"],
    ["itself", `~/${link}`],
  ])("a link to %s", (_, target) => {
    expect(mountsOf(makeHome({ ".ssh/id": "" }, { [link]: target }))).toEqual([]);
  });

  test("a chain of links that ends at a key", () => {
    const links = { [link]: "~/.local/share/a", ".local/share/a": "~/b", b: "~/.ssh/id" };
    expect(mountsOf(makeHome({ ".ssh/id": "" }, links))).toEqual([]);
  });

  test("a file that is not a program", () => {
    const home = makeHome({ "share/notes": "" }, { [link]: "~/share/notes" });
    chmodSync(home.at("share/notes"), 0o644);
    expect(mountsOf(home)).toEqual([]);
  });

  test("a link to a script whose interpreter is a key", () => {
    const home = makeHome({ ".ssh/id": "", "share/x/run": "" }, { [link]: "~/share/x/run" });
    writeFileSync(home.at("share/x/run"), `#!${home.at(".ssh/id")}\n`, { mode: 0o755 });
    expect(bindsOf(home)).toEqual(["share/x"]);
  });

  test("a link through a directory in which another user can replace files", () => {
    const home = makeHome(
      { "share/x/run": "" },
      { [link]: "~/open/run", "open/run": "~/share/x/run" },
    );
    expect(bindsOf(home)).toEqual(["share/x"]);
    chmodSync(home.at("open"), 0o777);
    expect(mountsOf(home)).toEqual([]);
    chmodSync(home.at("open"), 0o1777);
    expect(bindsOf(home)).toEqual(["share/x"]);
  });

  test("a program that another user can write to", () => {
    const home = makeHome({ "share/x/run": "" }, { [link]: "~/share/x/run" });
    chmodSync(home.at("share/x/run"), 0o757);
    expect(mountsOf(home)).toEqual([]);
  });

  test("a link or a target that a command can write to", () => {
    const home = makeHome({ "share/x/run": "" }, { [link]: "~/a/run", "a/run": "~/share/x/run" });
    expect(mountsOf(home, [home.at("a")])).toEqual([]);
    expect(mountsOf(home, [home.at("share")])).toEqual([]);
    expect(bindsOf(home, [home.at("other")])).toEqual(["share/x"]);
  });
});
