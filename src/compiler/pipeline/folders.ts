import { jobFolder } from "./shell.ts";

/** Where things are outside of the sandbox, as words of bash. */
export const outside = {
  /** What is published: proposals, logs. */
  outputs: "$AGENT_TEMPDIRECTORY/agent_outputs",
  proposals: "$AGENT_TEMPDIRECTORY/agent_outputs/proposals",
  /** Where the engine writes; nothing of it is published as it is. */
  drop: `${jobFolder}/proposals`,
  logs: "$AGENT_TEMPDIRECTORY/agent_outputs/firewall",
  prompt: `${jobFolder}/prompt.md`,
  engine: `${jobFolder}/engine`,
  verdict: `${jobFolder}/verdict`,
} as const;

/** The same, and what is only there, inside. */
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

/** As the service spells the artifact of a run, in all its jobs. */
export const artifact = "agent_outputs_$(Build.BuildId)";

/** Where a further repository is, in the folder that a job has for itself. */
export function besidePath(alias: string): string {
  return `repositories/${alias}`;
}
