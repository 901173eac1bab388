import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";
import type { CompilerSettings } from "../../../src/compiler/pipeline/settings.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { compileText, settings } from "../pipeline/compile-text.ts";
import { runPipeline, type JobRun, type PipelineRun } from "../runner/run-pipeline.ts";
import { packProgram } from "./packed-program.ts";
import { readReport, writeEngine } from "./reporting-engine.ts";

export interface AgentRun extends Partial<PipelineRun> {
  readonly brand?: "forge" | "github";
  /** Text of the definition after its front matter. */
  readonly body?: string;
  /** Settings that differ from those of other tests. */
  readonly settings?: Partial<CompilerSettings>;
}

const programs = { mint: mintScript, revoke: revokeScript };

/**
 * Compiles a front matter, in which COMMAND is a test engine, and runs its agent's job, or other
 * jobs.
 */
export async function runAgent(
  yaml: string,
  { brand = "forge", body, settings: changed, ...run }: AgentRun = {},
) {
  const folder = makeFolder("pipeline");
  const repository = makeFolder("repository");
  execFileSync("git", ["init", "--quiet"], { cwd: repository });
  const text = yaml.replace("COMMAND", writeEngine(repository));
  const gatehouse = changed?.gatehouse ?? (await packProgram());
  const pinned = { ...settings, node: "none", ...changed, gatehouse };
  const compiled = compileText(text, {
    brand,
    settings: pinned,
    programs,
    ...(body !== undefined && { body }),
  });
  const jobs = await runPipeline(compiled.text, {
    folder,
    path: [],
    repository,
    only: ["Agent"],
    ...run,
  });
  const [agent] = jobs;
  return {
    agent,
    jobs,
    folder,
    text: compiled.text,
    report: () => readReport(join(folder, "Agent/_temp/gatehouse/proposals/report.json")),
    /** Report of the engine that reviews the proposals. */
    threatReport: () => readReport(join(folder, "Detection/_temp/gatehouse/verdict/report.json")),
    /** The log in its public form, with masked secrets. */
    log: jobs.flatMap(({ steps }) => steps.map(({ log }) => log)).join("\n"),
  };
}

/** `Run the agent: Succeeded` */
export function stepsOf(job: JobRun | undefined): readonly string[] | undefined {
  return job?.steps.map(({ name, result }) => `${name}: ${result}`);
}
