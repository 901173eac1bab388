import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const define = (body: string) => `---\nname: probe\n---\n${body}\n`;

let folder: string;
beforeEach(() => {
  folder = makeFolder("repository");
  mkdirSync(join(folder, ".git"));
  save("agents/probe.md", define("Look."));
  // Without a package in the settings, another message is printed first.
  const integrity = `sha512-${"A".repeat(86)}==`;
  save("gatehouse.json", JSON.stringify({ gatehouse: { source: "file:/opt/g.tgz", integrity } }));
});

function save(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
/** Allows for a machine under heavy load. */
const wait = { timeout: 20_000 };
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/**
 * Runs `gatehouse compile --watch` and collects the lines of both outputs in the order in which
 * they are printed.
 */
function startWatch(...args: readonly string[]) {
  const lines: string[] = [];
  const child = spawn(execPath, [program.cli(), "compile", "--watch", ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8" },
  });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => lines.push(line));
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const printed = () => lines;
  const interrupt = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { lines, output: child.stdout, printed, interrupt };
}

const compiled = (name = "probe") => ` ✔ agents/${name}.md → agents/${name}.yml`;
const gone = (name = "probe") => ` ! agents/${name}.md was deleted; its pipeline is kept.`;

describe("a definition", () => {
  test("is compiled once when it is saved, and again when it changes", async () => {
    const { printed, interrupt } = startWatch();
    await expect.poll(printed, wait).toEqual([compiled()]);
    save("agents/probe.md", define("Check again."));
    await expect.poll(printed, wait).toEqual([compiled(), compiled()]);
    expect(read("agents/probe.yml")).toContain("Check again.");
    expect(await interrupt()).toBe(0);
  });

  test("is compiled when it is added, also in a new directory", async () => {
    const { printed } = startWatch();
    await expect.poll(printed, wait).toEqual([compiled()]);
    save("agents/other.md", define("Look."));
    await expect.poll(printed, wait).toEqual([compiled(), compiled("other")]);
    save("agents/below/it/third.md", define("Look."));
    await expect
      .poll(printed, wait)
      .toEqual([compiled(), compiled("other"), compiled("below/it/third")]);
    save("agents/notes.md", "# Notes\n");
    save("agents/below/it/third.md", define("Check again."));
    await expect
      .poll(printed, wait)
      .toEqual([
        compiled(),
        compiled("other"),
        compiled("below/it/third"),
        compiled("below/it/third"),
      ]);
  });

  test("is reported when it is deleted, its pipeline remains, and it can be added again", async () => {
    const { printed } = startWatch();
    await expect.poll(printed, wait).toEqual([compiled()]);
    rmSync(join(folder, "agents/probe.md"));
    await expect.poll(printed, wait).toEqual([compiled(), gone()]);
    expect(existsSync(join(folder, "agents/probe.yml"))).toBe(true);
    save("agents/probe.md", define("Check again."));
    await expect.poll(printed, wait).toEqual([compiled(), gone(), compiled()]);
  });

  test("can be replaced by another file repeatedly", async () => {
    const { printed } = startWatch("agents/probe.md");
    await expect.poll(printed, wait).toEqual([compiled()]);
    const reported = [compiled()];
    for (const body of ["One.", "Two.", "Three."]) {
      save("agents/probe.md.new", define(body));
      renameSync(join(folder, "agents/probe.md.new"), join(folder, "agents/probe.md"));
      reported.push(compiled());
      await expect.poll(printed, wait).toEqual([...reported]);
    }
  });
});

test.each([1, 2, 3])(
  "the watch stops on a signal while it receives events from its own writes",
  async () => {
    const { output, interrupt } = startWatch();
    await once(output, "data");
    save("agents/probe.md", define("Check again."));
    await once(output, "data");
    expect(await interrupt()).toBe(0);
  },
);

describe("a directory", () => {
  test("that is deleted and created again is still watched", async () => {
    save("agents/below/other.md", define("Look."));
    const { lines, printed } = startWatch();
    await expect.poll(printed, wait).toEqual([compiled("below/other"), compiled()]);
    // Removes both at once: if a pipeline were deleted before its definition, it would be compiled
    // again in between.
    renameSync(join(folder, "agents"), join(folder, "elsewhere"));
    rmSync(join(folder, "elsewhere"), { recursive: true });
    await expect.poll(() => lines.slice(2).toSorted(), wait).toEqual([gone("below/other"), gone()]);
    save("agents/below/other.md", define("Look."));
    await expect.poll(printed, wait).toEqual([...lines.slice(0, 4), compiled("below/other")]);
    save("agents/below/other.md", define("Check again."));
    await expect
      .poll(printed, wait)
      .toEqual([...lines.slice(0, 4), compiled("below/other"), compiled("below/other")]);
  });

  test("reports its definitions as deleted when it is deleted, and can be added again", async () => {
    const { printed } = startWatch("agents");
    await expect.poll(printed, wait).toEqual([compiled()]);
    renameSync(join(folder, "agents"), join(folder, "elsewhere"));
    await expect.poll(printed, wait).toEqual([compiled(), gone()]);
    save("agents/probe.md", define("Check again."));
    await expect.poll(printed, wait).toEqual([compiled(), gone(), compiled()]);
    save("agents/probe.md", define("And again."));
    await expect.poll(printed, wait).toEqual([compiled(), gone(), compiled(), compiled()]);
  });
});

describe("an error", () => {
  const refusal = [
    " ✖ agents/probe.md has 1 error",
    "   1:1 agents/probe.yml was not generated by gatehouse. It was not changed",
    "     Specify another file with -o, or move the existing file",
  ];

  test("is reported once, does not stop the watch, and is retried when a file changes", async () => {
    save("agents/probe.yml", "a: b\n");
    const { printed, interrupt } = startWatch();
    await expect.poll(printed, wait).toEqual([...refusal]);
    save("agents/other.md", define("Look."));
    await expect.poll(printed, wait).toEqual([...refusal, compiled("other")]);
    rmSync(join(folder, "agents/probe.yml"));
    await expect.poll(printed, wait).toEqual([...refusal, compiled("other"), compiled()]);
    expect(await interrupt()).toBe(0);
  });

  test("determines the exit code if it still exists when the watch stops", async () => {
    save("agents/probe.yml", "a: b\n");
    const { printed, interrupt } = startWatch();
    await expect.poll(printed, wait).toEqual([...refusal]);
    expect(await interrupt()).toBe(2);
  });

  test("in a definition is reported, and the fixed definition is compiled", async () => {
    const { lines, printed } = startWatch();
    await expect.poll(printed, wait).toEqual([compiled()]);
    save("agents/probe.md", "---\nnam: probe\n---\nLook.\n");
    await expect.poll(() => lines[1], wait).toBe(" ✖ agents/probe.md has 2 errors");
    save("agents/probe.md", define("Check again."));
    await expect.poll(() => lines.at(-1), wait).toBe(compiled());
  });
});
