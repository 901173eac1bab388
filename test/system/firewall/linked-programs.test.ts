import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab, type RunFolders } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const nobody = 65_534;

/** Creates files and links that belong to another user than root, with their directories. */
function fill(
  { home }: RunFolders,
  files: Record<string, string>,
  links: Record<string, string>,
  owner = nobody,
) {
  const prepare = (name: string) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    for (let folder = dirname(name); folder !== "."; folder = dirname(folder))
      chownSync(join(home, folder), owner, owner);
    return join(home, name);
  };
  for (const [name, text] of Object.entries(files)) {
    const path = prepare(name);
    writeFileSync(path, text, { mode: 0o755 });
    chownSync(path, owner, owner);
  }
  for (const [name, target] of Object.entries(links)) {
    const path = prepare(name);
    symlinkSync(target, path);
    lchownSync(path, owner, owner);
  }
}

/** Joins the rows of a message, which are wrapped at the width of the terminal. */
function unwrap(text: string): string {
  return text.replaceAll(/\s*\\?\n [│ ]*/g, " ");
}

function start(folders: RunFolders, command: readonly string[], options: readonly string[] = []) {
  const env = { PATH: `${folders.home}/.local/bin:/usr/bin:/bin` };
  return lab.run(command, { as: "nobody", folders, env, options });
}

test("a program that is a link out of ~/.local/bin runs, but cannot change its installation", async () => {
  const folders = lab.makeFolders("nobody");
  const script =
    '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/data"; echo x 2>/dev/null > "$0"; ls -A ~ ~/.local ~/.local/share';
  fill(
    folders,
    { ".local/share/tool/2/run": script, ".local/share/tool/2/data": "data\n", ".ssh/id": "key" },
    { ".local/bin/tool": "../share/tool/now/run", ".local/share/tool/now": "2" },
  );
  const { code, out } = await start(folders, ["tool"]);
  expect(code).toBe(0);
  const at = (name: string) => join(folders.home, name);
  expect(out).toBe(
    `data\n${folders.home}:\n.local\n\n${at(".local")}:\nbin\nshare\n\n${at(".local/share")}:\ntool\n`,
  );
});

test("the interpreter of a script runs from a version manager, or is named with the option that mounts it", async () => {
  const folders = lab.makeFolders("nobody");
  const venv = join(folders.home, ".local/share/pipx/venvs/tool/bin");
  const python = '#!/bin/sh\nexec /bin/sh "$@"\n';
  const conda = `#!/bin/sh\n. "$(dirname "$(readlink -f "$0")")/../lib/run"\n`;
  fill(
    folders,
    {
      ".local/share/pipx/venvs/tool/bin/tool": `#!${venv}/python\necho it runs\n`,
      ".pyenv/versions/3/bin/python3": python,
      "miniconda3/bin/python3": conda,
      "miniconda3/lib/run": 'exec /bin/sh "$@"\n',
    },
    {
      ".local/bin/tool": `${venv}/tool`,
      ".local/share/pipx/venvs/tool/bin/python": join(
        folders.home,
        ".pyenv/versions/3/bin/python3",
      ),
    },
  );
  expect(await start(folders, ["tool"])).toMatchObject({ code: 0, out: "it runs\n" });
  rmSync(join(venv, "python"));
  symlinkSync(join(folders.home, "miniconda3/bin/python3"), join(venv, "python"));
  lchownSync(join(venv, "python"), nobody, nobody);
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  const [, option] = /--mount (\S+)/.exec(unwrap(err)) ?? [];
  const second = await start(folders, ["tool"], ["--mount", option ?? ""]);
  expect(second).toMatchObject({ code: 0, out: "it runs\n" });
});

test("the interpreter that env does not find is named with the option that mounts it", async () => {
  const folders = lab.makeFolders("nobody");
  const interpreter = join(folders.home, "shared/tool/bin/run");
  fill(
    folders,
    {
      ".local/bin/tool": "#!/usr/bin/env run\n",
      "shared/tool/bin/run": "#!/bin/sh\necho it runs\n",
    },
    { ".local/bin/run": interpreter },
  );
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  expect(unwrap(err)).toContain(
    `The interpreter of ${folders.home}/.local/bin/tool, ${folders.home}/.local/bin/run, a link to ${interpreter}, is not shown`,
  );
  const [, option] = /--mount (\S+)/.exec(unwrap(err)) ?? [];
  const second = await start(folders, ["tool"], ["--mount", option ?? ""]);
  expect(second).toMatchObject({ code: 0, out: "it runs\n" });
});

test.each(["bubblewrap", "podman"] as const)(
  "with %s, a link on the way to a program does not show the rest of its directory",
  async (runtime) => {
    const folders = lab.makeFolders(runtime === "podman" ? "root" : "nobody");
    const owner = runtime === "podman" ? 0 : nobody;
    const alias = join(folders.home, "../alias");
    fill(
      folders,
      { "tools/tool/bin/run": `#!/bin/sh\ncat ${alias}/.ssh/id; echo it runs\n`, ".ssh/id": "key" },
      { ".local/bin/tool": join(alias, "tools/tool/bin/run") },
      owner,
    );
    symlinkSync(folders.home, alias);
    lchownSync(alias, owner, owner);
    const env = { PATH: `${folders.home}/.local/bin:/usr/bin:/bin` };
    const as = runtime === "podman" ? "root" : "nobody";
    const { out } = await lab.run(["tool"], { as, runtime, folders, env });
    expect(out).toBe("it runs\n");
  },
);

test("a program whose directory another session replaces during the start does not run", async () => {
  const folders = lab.makeFolders("nobody");
  const at = (name: string) => join(folders.home, name);
  fill(
    folders,
    { "other/bin/run": "#!/bin/sh\ncat ~/other/lib/id\n", "other/lib/a": "", ".ssh/id": "key" },
    { ".local/bin/tool": at("other/bin/run") },
  );
  // Acts between the plan and the mount, as a session in that directory could.
  const bin = at("swap");
  mkdirSync(bin);
  const swap = `mv '${at("other/lib")}' '${at("other/old")}' && ln -s '${at(".ssh")}' '${at("other/lib")}'`;
  writeFileSync(join(bin, "bwrap"), `#!/bin/sh\n${swap}\nexec /usr/bin/bwrap "$@"\n`, {
    mode: 0o755,
  });
  const env = { PATH: `${bin}:${at(".local/bin")}:/usr/bin:/bin` };
  const { code, out } = await lab.run(["tool"], { as: "nobody", folders, env });
  expect({ code, out }).toEqual({ code: 125, out: "" });
});

test("a link whose target another user can replace is named with the option that mounts it", async () => {
  const folders = lab.makeFolders("nobody");
  const target = join(folders.home, "shared/tool/bin/run");
  const link = join(folders.home, ".local/bin/tool");
  fill(
    folders,
    { "shared/tool/bin/run": "#!/bin/sh\necho it runs\n" },
    { ".local/bin/tool": target },
  );
  chmodSync(join(folders.home, "shared"), 0o777);
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  expect(unwrap(err)).toContain(
    `${link} is a link to ${target}, which is not shown in the container.`,
  );
  const [, option] = /--mount (\S+)/.exec(unwrap(err)) ?? [];
  expect(option).toBe(`${dirname(target)}:${dirname(target)}:ro`);
  const second = await start(folders, ["tool"], ["--mount", option ?? ""]);
  expect(second).toMatchObject({ code: 0, out: "it runs\n" });
});

test("a link that another user has replaced does not show its target", async () => {
  const folders = lab.makeFolders("nobody");
  fill(folders, { "share/tool/run": "#!/bin/sh\necho it runs\n" }, {});
  mkdirSync(join(folders.home, ".local/bin"), { recursive: true });
  symlinkSync(join(folders.home, "share/tool/run"), join(folders.home, ".local/bin/tool"));
  expect(await start(folders, ["tool"])).toMatchObject({ code: 0 });
  lchownSync(join(folders.home, ".local/bin/tool"), 1, 1);
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  expect(unwrap(err)).toContain("is not shown in the container");
});

test.each([
  ["keys", ".ssh/id", "--mount HOME/.ssh/id:HOME/.ssh/id:ro"],
  ["an account", ".config/gh/tool", "--mount HOME/.config/gh/tool:HOME/.config/gh/tool:ro"],
])("a link to %s is only named", async (_, name, option) => {
  const folders = lab.makeFolders("nobody");
  const target = join(folders.home, name);
  fill(
    folders,
    { [name]: "#!/bin/sh\necho it runs\n" },
    { ".local/bin/tool": relative(join(folders.home, ".local/bin"), target) },
  );
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  expect(unwrap(err)).toContain(option.replaceAll("HOME", folders.home));
});

test.each([
  ["itself", ".local/bin/tool"],
  ["a missing file", "missing"],
])("a link to %s is named", async (_, name) => {
  const folders = lab.makeFolders("nobody");
  fill(folders, {}, { ".local/bin/tool": join(folders.home, name) });
  const { code, err } = await start(folders, ["tool"]);
  expect(code).toBe(127);
  expect(unwrap(err)).toContain(
    `${folders.home}/.local/bin/tool is a link whose target cannot be found.`,
  );
});
