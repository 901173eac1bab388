import { defineCommand } from "../cli/command.ts";
import { answers, brand as forgeBrand, plain } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse new review --workflow            for GitHub Actions
  $ gatehouse new probe --pipeline             write agents/probe.md
  $ gatehouse new probe --folder pipelines

--workflow writes an orchestrator and a worker, which GitHub's gh aw compiles.
--pipeline writes an agent definition for an Azure pipeline. The files explain
their fields in comments, and compile without changes. In a clone of a GitHub
repository, gatehouse asks where the agent should run if you specify neither.
An existing file is never overwritten.`;

export const newDefinition = defineCommand({
  arguments: { name: { summary: "agent name: letters, digits, _ and -" } },
  options: {
    workflow: { summary: "write agentic workflows for GitHub Actions" },
    pipeline: { summary: "write an agent definition for Azure Pipelines" },
    folder: { value: "folder", summary: "directory of the agent definition (default: agents)" },
    brand: {
      ...forgeBrand,
      summary: "naming convention: forge or github (default: the repository's)",
    },
    plain,
    answers,
  },
  notes: examples,
  async run(options, { name }) {
    const { checkAgentName } = await import("../compiler/agent-name.ts");
    const complaint = checkAgentName(name);
    if (complaint !== undefined) throw new InvalidInput(complaint);
    const { findService } = await import("./find-service.ts");
    const { service, offersWorkflow } = await findService(name, options);
    if (service === "workflow") {
      const { runNewWorkflow } = await import("./run-new-workflow.ts");
      return runNewWorkflow(name, options.brand);
    }
    const { runNewPipeline } = await import("./run-new-pipeline.ts");
    await runNewPipeline(name, { folder: "agents", ...options, offersWorkflow });
  },
});
