import { relative } from "node:path";
import { join } from "node:path/posix";
import { findRepository } from "../compiler/project/find-repository.ts";
import { writeNew } from "../compiler/project/locate-output.ts";
import { usualEnvironment } from "../credentials/records.ts";
import type { Brand } from "../forge/brand.ts";
import { publicHost } from "../forge/host-profile.ts";
import { readControlFile, readDecidedHere, requireUsable } from "../run/control/control-folder.ts";
import { renderFirstWorkflows, workerOf } from "../run/control/first-workflows.ts";
import type { Hint } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";
import { forgeWords } from "./forge-words.ts";
import { printNew } from "./outcomes/print-new.ts";
import { spellingOf } from "./spelling-of.ts";

/** Runs `gatehouse new --workflow`: writes an orchestrator and a worker into the clone. */
export async function runNewWorkflow(name: string, given: string | undefined): Promise<void> {
  const working = process.cwd();
  const root = findRepository(working) ?? working;
  const options = { host: publicHost, ...(given !== undefined && { brand: given }) };
  const brand = await spellingOf(root, options);
  const { choice, settings } = await readDecidedHere(root, brand);
  if (choice) requireUsable(choice, brand);
  const environment = settings?.environment ?? usualEnvironment;
  const way = relative(working, root);
  const rendered = renderFirstWorkflows(name, { brand, choice, environment, settings });
  const files = rendered.map(({ path, text }) => ({ path: join(way, path), text }));
  await writeNew(files);
  const missing = !choice
    ? "decision"
    : (await readControlFile(root, brand)) === undefined
      ? "control file"
      : undefined;
  printNew({
    created: files.map(({ path }) => path),
    service: "GitHub Actions",
    next: [
      ...(way === ""
        ? []
        : [{ text: "Go to the root of the clone", command: `cd ${pathArgument(way)}` }]),
      ...provide(missing, forgeWords(options)),
      {
        text: "Check that both use the control file",
        command: ownCommandLine("control", "check", ...forgeWords(options)),
      },
      ...(brand.name === "github"
        ? stepsWithCompiler(name, brand, forgeWords(options))
        : stepsOfEmbeddedForge(name)),
    ],
  });
}

/**
 * Returns how to provide a file without which no run is admitted.
 * @param words options that select the naming convention
 */
function provide(
  missing: "decision" | "control file" | undefined,
  words: readonly string[],
): readonly Hint[] {
  if (missing === "decision") {
    return [
      {
        text: "Pull the decision of setup, delete both files, and run this again",
        command: "git pull",
      },
    ];
  }
  if (missing === "control file") {
    return [
      {
        text: "Write the control file, which both import",
        command: ownCommandLine("control", "render", ...words, "--pack"),
      },
    ];
  }
  return [];
}

function stepsWithCompiler(
  name: string,
  { folder }: Brand,
  words: readonly string[],
): readonly Hint[] {
  return [
    {
      text: "Install gh aw, GitHub's compiler for agentic workflows",
      command: "gh extension install github/gh-aw",
    },
    {
      text: "Compile the worker, then the orchestrator",
      command: `gh aw compile ${workerOf(name)} && gh aw compile ${name}`,
    },
    {
      text: "Commit and push the workflows",
      command: `git add ${folder} && git commit -m "Add ${name}" && git push`,
    },
    { text: "Start the orchestrator", command: `gh workflow run ${name}.lock.yml` },
    {
      text: "After the worker's run has ended, verify the control plane",
      command: ownCommandLine("verify", ...words),
    },
  ];
}

/**
 * The embedded forge does not support Git, and compiles agentic workflows when they are started. A
 * clone does not contain its address, so the command is part of the text.
 */
function stepsOfEmbeddedForge(name: string): readonly Hint[] {
  const verify = ownCommandLine("verify", "--host", "URL", "--repo", "OWNER/NAME");
  return [
    { text: `Commit both files to the control repository, and start ${name}.md` },
    { text: `After the worker's run has ended, verify the control plane: ${verify}` },
  ];
}
