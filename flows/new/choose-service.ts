import type { Prompter } from "../../src/prompts/prompter.ts";

/** The service that runs a new agent. */
export type Service = "workflow" | "pipeline";

/** Asks for the service that runs a new agent, in a clone of a repository on GitHub. */
export async function chooseService(
  prompter: Pick<Prompter, "choose">,
  name: string,
): Promise<Service> {
  return prompter.choose<Service>(
    {
      id: "service",
      title: `Where should the agent ${name} run?`,
      body: ["The remote of this clone is on GitHub."],
      why: "In GitHub Actions, agents run under the control plane that setup created. GitHub's gh aw compiles their workflows. In Azure Pipelines, gatehouse compiles the pipeline.",
      options: [
        {
          value: "workflow",
          label: "GitHub Actions",
          hint: "through gh aw: an orchestrator and a worker",
        },
        { value: "pipeline", label: "Azure Pipelines", hint: "an agent definition for a pipeline" },
      ],
    },
    { canGoBack: false },
  );
}
