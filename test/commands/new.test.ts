import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderDecision } from "../../src/plane/scope/decision.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import { appDecision, patDecision, someSettings } from "../plane/control-plane-bench.ts";
import { openDefinitions } from "./open-definitions.ts";
import { installProgram } from "./installed-program.ts";

const openRepository = openDefinitions(installProgram());

/** Creates a clone of a repository on GitHub, with these files. */
function openClone(files: Readonly<Record<string, string>> = {}, remote = "github.com") {
  const opened = openRepository(files);
  const git = (...args: string[]) => execFileSync("git", ["-C", opened.folder, ...args]);
  git("init", "-q");
  git("remote", "add", "origin", `https://${remote}/acme/control.git`);
  const isThere = (name: string) => existsSync(join(opened.folder, name));
  return { ...opened, isThere };
}

const answer = (service: string) => JSON.stringify({ answers: { service } });
const decided = (decision = appDecision) => ({
  ".github/control-plane.json": renderSettings(someSettings),
  ".github/control-plane-decision.json": renderDecision(decision),
});
const control = { ".github/workflows/shared/control.md": "---\n---\n" };
const [orchestrator, worker] = [
  ".github/workflows/review.md",
  ".github/workflows/review-worker.md",
];

/** Returns the printed commands, in order. */
function commandsIn(out: string): string[] {
  return out
    .split("\n")
    .flatMap((line) => /^ {3}((?:gatehouse|gh|git|cd) .*)$/.exec(line)?.[1] ?? []);
}

describe("gatehouse new in a clone of a repository on GitHub", () => {
  test("without a terminal writes for Azure Pipelines, and prints how to get the workflows", async () => {
    const clone = openClone();
    const { code, out } = await clone.run(["new", "probe"]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toContain(
      "Created agents/probe.md and gatehouse.json for Azure Pipelines.",
    );
    const other = commandsIn(out).at(-1);
    expect(other).toBe("gatehouse new probe --workflow");
    expect((await clone.run(["new", "probe", "--workflow"])).code).toBe(0);
    expect(clone.isThere(".github/workflows/probe-worker.md")).toBe(true);
  });

  test.each([
    ["workflow", orchestrator, "agents/review.md", "for GitHub Actions."],
    ["pipeline", "agents/review.md", orchestrator, "for Azure Pipelines."],
  ])("with the answer %s writes %s", async (service, file, not, words) => {
    const clone = openClone({ "answers.json": answer(service) });
    const { code, out } = await clone.run(["new", "review", "--answers", "answers.json"]);
    expect(code).toBe(0);
    expect(out).toContain("? Where should the agent review run?");
    expect(out.replaceAll(/\s+/g, " ")).toContain(words);
    expect([clone.isThere(file), clone.isThere(not)]).toEqual([true, false]);
  });

  test.each([[["--pipeline"]], [["--folder", "agents"]], [["--workflow"]]])(
    "does not ask if %j selects the service",
    async (options) => {
      // The answers file has no answer, so a question would fail.
      const clone = openClone({ "answers.json": '{ "answers": {} }' });
      const args = ["new", "review", ...options, "--answers", "answers.json"];
      expect(await clone.run(args)).toMatchObject({ code: 0 });
    },
  );

  test.each(["--pipeline", "--folder=agents"])("refuses --workflow with %s", async (other) => {
    const clone = openClone();
    const { code, err } = await clone.run(["new", "review", "--workflow", other]);
    expect(code).toBe(2);
    expect(err).toContain(`--workflow and ${other.split("=")[0]} cannot be used together.`);
  });
});

test("a clone of a repository elsewhere gets an agent definition without a question", async () => {
  const clone = openClone({ "answers.json": '{ "answers": {} }' }, "dev.azure.com/acme/_git");
  const { code, out } = await clone.run(["new", "probe", "--answers", "answers.json"]);
  expect(code).toBe(0);
  expect(commandsIn(out)).toEqual(["gatehouse compile agents/probe.md"]);
});

describe("gatehouse new --workflow", () => {
  test("prints each step from the files to a verified control plane", async () => {
    const clone = openClone({ ...decided(), ...control });
    const { code, out } = await clone.run(["new", "review", "--workflow"]);
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      `Created ${orchestrator} and ${worker} for GitHub Actions.`,
    );
    expect(commandsIn(out)).toEqual([
      "gatehouse control check",
      "gh extension install github/gh-aw",
      "gh aw compile review-worker && gh aw compile review",
      'git add .github && git commit -m "Add review" && git push',
      "gh workflow run review.lock.yml",
      "gatehouse verify",
    ]);
    expect(clone.read(orchestrator)).toContain("max: 5\n");
  });

  test.each([
    ["the decision", {}, "git pull"],
    ["the control file", decided(), "gatehouse control render --pack"],
  ])("first provides %s if the clone lacks it", async (_, files, command) => {
    const { run } = openClone(files);
    const { code, out } = await run(["new", "review", "--workflow"]);
    expect(code).toBe(0);
    expect(commandsIn(out)[0]).toBe(command);
  });

  test("prints --brand if it was given, because the clone may use the other naming convention", async () => {
    const { run, read } = openClone({
      ...control,
      ".forge/control-plane-decision.json": renderDecision(appDecision),
    });
    const { code, out } = await run(["new", "review", "--workflow", "--brand", "forge"]);
    expect(code).toBe(0);
    const commands = commandsIn(out).map((command) => command.split(" ").slice(1));
    expect(commands.map((words) => words.join(" "))).toEqual([
      "control render --brand forge --pack",
      "control check --brand forge",
    ]);
    const [render = [], check = []] = commands;
    expect(await run(render)).toMatchObject({ code: 0, err: "" });
    expect(read(".forge/workflows/shared/control.md")).toContain("# Profile: app.");
    expect(await run(check)).toMatchObject({ code: 0, err: "" });
  });

  test("names the protected environment of the settings if the decision includes a PAT", async () => {
    const settings = { ...someSettings, environment: "agents-only" };
    const clone = openClone({
      ...decided(patDecision()),
      ".github/control-plane.json": renderSettings(settings),
    });
    await clone.run(["new", "review", "--workflow"]);
    for (const file of [orchestrator, worker])
      expect(clone.read(file)).toContain("\nenvironment: agents-only\n");
  });

  test("writes nothing if the decision is to stop", async () => {
    const choice = { profile: "stop", readApp: false, writeApp: false, pat: false } as const;
    const clone = openClone(decided({ ...appDecision, choice }));
    const { code, err } = await clone.run(["new", "review", "--workflow"]);
    expect(code).toBe(5);
    expect(err).toContain("The decision is to stop");
    expect(clone.isThere(orchestrator)).toBe(false);
  });

  test.each([orchestrator, worker])("writes neither file if %s exists", async (existing) => {
    const clone = openClone({ [existing]: "mine" });
    const { code, err } = await clone.run(["new", "review", "--workflow"]);
    expect(code).toBe(2);
    expect(err).toContain(`✖ ${existing} already exists.`);
    expect(clone.read(existing)).toBe("mine");
    const other = existing === worker ? orchestrator : worker;
    expect(clone.isThere(other)).toBe(false);
  });

  test("writes to the root of the clone from a folder in it, and prints the way there", async () => {
    const clone = openClone({ "docs/page.md": "" });
    const { out } = await clone.run(["new", "review", "--workflow"], join(clone.folder, "docs"));
    expect(clone.isThere(orchestrator)).toBe(true);
    expect(out).toContain(`Created ../${orchestrator}`);
    expect(commandsIn(out)[0]).toBe("cd ..");
  });

  test("in the neutral naming convention needs no compiler of GitHub", async () => {
    const { run } = openRepository({ ".forge/control-plane.json": renderSettings(someSettings) });
    const { out } = await run(["new", "review", "--workflow"]);
    expect(out).toContain("Created .forge/workflows/review.md");
    expect(out).toContain("Commit both files to the control repository, and start review.md");
    expect(out).not.toMatch(/\bgh\b/);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "verify the control plane: gatehouse verify --host URL --repo OWNER/NAME",
    );
  });
});
