import { jobFolder } from "./shell.ts";

/** Paths outside of the sandbox, as Bash words. */
export const outside = {
  /** Published folder with proposals and logs. */
  outputs: "$AGENT_TEMPDIRECTORY/agent_outputs",
  proposals: "$AGENT_TEMPDIRECTORY/agent_outputs/proposals",
  /** Folder that the engine writes to. Its content is not published directly. */
  drop: `${jobFolder}/proposals`,
  logs: "$AGENT_TEMPDIRECTORY/agent_outputs/firewall",
  prompt: `${jobFolder}/prompt.md`,
  /** The firewall's rules file, which can limit methods. */
  rules: `${jobFolder}/rules.yml`,
  engine: `${jobFolder}/engine`,
  verdict: `${jobFolder}/verdict`,
} as const;

/** Paths inside the sandbox. */
export const inside = {
  proposals: "/tmp/proposals",
  proposalsFile: "/tmp/proposals/proposals.jsonl",
  telemetryFile: "/tmp/proposals/telemetry.jsonl",
  verdict: "/tmp/verdict",
  verdictFile: "/tmp/verdict/verdict.json",
} as const;

export const proposalsName = "proposals.jsonl";
export const telemetryName = "telemetry.jsonl";
export const verdictName = "verdict.json";

/** Name of the artifact, in the syntax of Azure Pipelines. */
export const artifact = "agent_outputs_$(Build.BuildId)";

/** Returns the path of an additional repository in the job's folder. */
export function besidePath(alias: string): string {
  return `repositories/${alias}`;
}
