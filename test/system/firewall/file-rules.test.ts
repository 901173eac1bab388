import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type FirewallOptions, type Lab, type RunFolders } from "./lab.ts";
import { casesOf } from "../../sample.ts";

const secret = "SECRET-content";
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const cells = casesOf<FirewallOptions & { readonly cell: string }>({
  usual: [
    { cell: "root", as: "root" },
    { cell: "podman", as: "root", runtime: "podman" },
  ],
  all: [
    { cell: "root", as: "root" },
    { cell: "nobody", as: "nobody" },
    { cell: "podman", as: "root", runtime: "podman" },
    { cell: "bubblewrap 0.12", as: "nobody", bubblewrap: "0.12.0" },
    { cell: "bubblewrap 0.13", as: "root", bubblewrap: "0.13.0" },
  ],
});

function makeProject({ as = "root" }: FirewallOptions): RunFolders {
  const folders = lab.makeFolders(as);
  const { work } = folders;
  for (const name of ["conf", "src"]) mkdirSync(join(work, name));
  for (const name of [".env", "conf/.env"]) writeFileSync(join(work, name), secret);
  writeFileSync(join(work, "src/a.ts"), "a");
  if (as === "nobody") execFileSync("chown", ["-R", "65534:65534", work]);
  return folders;
}

/** Runs a script, and performs a change on the host after the script printed its first line. */
async function changeDuring(
  given: FirewallOptions,
  change: (work: string) => void,
  options: readonly string[] = ["--hide", ".env,conf/.env"],
) {
  const folders = makeProject(given);
  const script = "echo ready; until [ -e src/end ]; do cat .env conf/.env 2>/dev/null; done; true";
  const { child, ended } = lab.start(["timeout", "60", "sh", "-c", script], {
    ...given,
    folders,
    options,
  });
  if (child.stdout) await once(child.stdout, "readable");
  change(folders.work);
  return { ...(await ended), work: folders.work };
}

/** Replaces a file as editors do. */
function replace(path: string): void {
  writeFileSync(`${path}.new`, "SECRET-new");
  renameSync(`${path}.new`, path);
}

describe.each(cells)("as $cell", (given) => {
  test.each<[string, (work: string) => void]>([
    ["replaces a hidden file by a rename", (work) => replace(join(work, ".env"))],
    ["replaces a hidden file in a directory", (work) => replace(join(work, "conf/.env"))],
    ["deletes a hidden file", (work) => rmSync(join(work, ".env"))],
    [
      "renames a hidden file and creates a new one",
      (work) => {
        renameSync(join(work, ".env"), join(work, ".env~"));
        writeFileSync(join(work, ".env"), "SECRET-new");
      },
    ],
    [
      "replaces the directory of a hidden file",
      (work) => {
        mkdirSync(join(work, "new"));
        writeFileSync(join(work, "new/.env"), "SECRET-new");
        renameSync(join(work, "conf"), join(work, "old"));
        renameSync(join(work, "new"), join(work, "conf"));
      },
    ],
  ])("the command is stopped if another program %s", async (_name, change) => {
    const { code, err } = await changeDuring(given, change);
    expect(err).toContain("was hidden, but another program");
    expect(err).toContain("The command may have read the new content");
    expect(code).toBe(125);
  });

  test("the command continues if another program writes to a hidden file without replacing it", async () => {
    const { code, out } = await changeDuring(given, (work) => {
      writeFileSync(join(work, ".env"), "SECRET-new");
      writeFileSync(join(work, "text"), "other");
      writeFileSync(join(work, "done"), "");
      rmSync(join(work, "done"));
      rmSync(join(work, "src/a.ts"));
      writeFileSync(join(work, "src/end"), "");
    });
    expect({ code, out }).toEqual({ code: 0, out: "ready\n" });
  });

  test("a command cannot make a secret visible to the next run", async () => {
    const folders = makeProject(given);
    const run = (script: string) =>
      lab.run(["sh", "-c", script], { ...given, folders, options: ["--hide", ".env,conf/.env"] });
    await run("mv conf moved; ln .env src/hard; ln -s ../.env src/soft; mv .env src/env");
    const { out } = await run("cat .env */.env */* 2>/dev/null; ls -d conf");
    expect(out).not.toContain("SECRET");
    expect(out).toContain("conf\n");
  });

  test("a command can read what it writes to a hidden name that does not exist yet", async () => {
    const folders = makeProject(given);
    const run = (script: string) =>
      lab.run(["sh", "-c", script], { ...given, folders, options: ["--hide", "**/*.pem"] });
    expect((await run("echo own > own.pem; cat own.pem")).out).toBe("own\n");
    // From the next run on, the file is hidden, because it exists.
    expect((await run("cat own.pem")).out).toBe("");
  });

  test("only writable paths can be changed, and missing ones are created and removed again", async () => {
    const folders = makeProject(given);
    const { work } = folders;
    writeFileSync(join(work, "notes"), "");
    if (given.as === "nobody") execFileSync("chown", ["65534:65534", join(work, "notes")]);
    const script = `
      echo b > src/b.ts && echo kept > notes && mkdir dist/x && echo allowed
      echo other > other || echo "not allowed"
      mv notes n2 || echo "not renamed"`;
    const write = ["--write", "src/**", "dist", "notes", "unused/deep/"];
    const { code, out, err } = await lab.run(["sh", "-c", script], {
      ...given,
      folders,
      options: write,
    });
    expect({ code, out }).toEqual({ code: 0, out: "allowed\nnot allowed\nnot renamed\n" });
    expect(err).toContain("Read-only file system");
    expect(readFileSync(join(work, "notes"), "utf8")).toBe("kept\n");
    expect(["dist/x", "src/b.ts", "unused"].map((name) => existsSync(join(work, name)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("the report lists the changes that Git does not show, and no others", async () => {
    const folders = makeProject(given);
    const { work } = folders;
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "safe.directory=*", "-C", work, ...args], { stdio: "pipe" });
    git("init", "--quiet");
    writeFileSync(join(work, ".gitignore"), "node_modules\n.env\n");
    writeFileSync(join(work, "kept"), "1");
    git("add", ".gitignore", "kept", "src", "conf/.env", "--force");
    git("update-index", "--assume-unchanged", "kept");
    if (given.as === "nobody") execFileSync("chown", ["-R", "65534:65534", work]);
    const script = `
      echo x > .git/hooks/post-checkout; echo y >> .git/config; echo z > new; echo 2 > kept
      echo b > src/a.ts; mkdir -p node_modules/a; for i in $(seq 30); do echo > node_modules/a/$i; done`;
    const { err } = await lab.run(["sh", "-c", script], {
      ...given,
      folders,
      options: ["--hide", ".env,conf/.env", "--json"],
    });
    const report = JSON.parse(err.trim().split("\n").at(-1) ?? "") as { files: object };
    expect(report.files).toEqual({
      hidden: [".env", "conf/.env"],
      readOnly: [],
      writable: [],
      created: [],
      changes: [
        { path: ".git/config", change: "changed" },
        { path: ".git/hooks/post-checkout", change: "created" },
        { path: "kept", change: "changed" },
        { path: "node_modules/", change: "created", files: 30 },
      ],
      complete: true,
    });
    expect(err).toContain("conf/.env is tracked by Git");
  });
});

test("git never runs a program that the command configured", async () => {
  const folders = makeProject({});
  const { work } = folders;
  execFileSync("git", ["init", "--quiet", work]);
  const script = `
    for key in core.fsmonitor filter.x.clean filter.x.process core.hooksPath core.pager alias.ls-files; do
      git config $key "touch ${join(work, "ran")}"; done
    echo '* filter=x' > .gitattributes; git config filter.x.required true
    printf '#!/bin/sh\\ntouch ${join(work, "ran")}\\n' > .git/hooks/post-index-change
    chmod +x .git/hooks/*; echo new > src/a.ts; rm -f ${join(work, "ran")}`;
  const options = ["--hide", ".env"];
  const { code, err } = await lab.run(["sh", "-c", script], { folders, options });
  expect(code).toBe(0);
  expect(err).toContain("created: .git/hooks/post-index-change");
  await lab.run(["true"], { folders, options });
  expect(existsSync(join(work, "ran"))).toBe(false);
});

test("a link that an earlier command could have planted is not made writable", async () => {
  const folders = makeProject({});
  const keys = join(folders.home, "keys");
  mkdirSync(keys);
  symlinkSync(keys, join(folders.work, "dist"));
  for (const pattern of ["dist", "dist/new/", "dist/**"]) {
    const { code, err } = await lab.run(["touch", "dist/x"], {
      folders,
      options: ["--write", pattern],
    });
    expect({ pattern, code }).toEqual({ pattern, code: 125 });
    expect(err).toContain("dist is a symbolic link");
  }
  // A pattern with a wildcard does not match links.
  const { code } = await lab.run(["touch", "dist/x"], { folders, options: ["--write", "d*"] });
  expect(code).toBe(1);
  expect(existsSync(join(keys, "x"))).toBe(false);
});

test("a log directory and a rules file stay read-only in a writable path", async () => {
  const folders = makeProject({});
  const conf = join(folders.work, "conf");
  writeFileSync(join(conf, "rules.yml"), "files: { write: [conf, src] }\n");
  mkdirSync(join(conf, "logs"));
  const script = "echo >> conf/rules.yml; echo > conf/logs/x; mv conf/logs conf/l; echo > conf/own";
  const { err } = await lab.run(["sh", "-c", script], {
    folders: { ...folders, logs: join(conf, "logs") },
    options: ["--config", "conf/rules.yml"],
  });
  expect(err.match(/Read-only file system|Device or resource busy/g)).toHaveLength(3);
  expect(existsSync(join(conf, "own"))).toBe(true);
});

test("a hidden file stays hidden in a mount of the operator, and in a mount in the project", async () => {
  const folders = makeProject({});
  const { home, work } = folders;
  const data = join(home, "data");
  mkdirSync(data);
  mkdirSync(join(work, "data"));
  writeFileSync(join(data, "key.pem"), secret);
  linkSync(join(work, ".env"), join(data, "other"));
  const options = ["--hide", ".env,**/*.pem", "--write", "src"];
  const mounts = [`${data}:${join(work, "data")}`, ".env:/tmp/env", "conf:/tmp/conf"];
  const script = "cat /tmp/env data/key.pem data/other; echo > data/new; echo > /tmp/conf/new";
  const { out, err } = await lab.run(["sh", "-c", script], {
    folders,
    options: [...options, ...mounts.flatMap((mount) => ["--mount", mount])],
  });
  expect(out).toBe("");
  expect(err.match(/Permission denied/g)).toHaveLength(3);
  expect(err.match(/Read-only file system/g)).toHaveLength(2);
});
