import { Incomplete } from "../../shared/errors.ts";
import { runCommand } from "../../shared/run-command.ts";
import type { Secret } from "../../shared/secret.ts";

/** Where pipelines are, as far as the clone does not say it. */
export interface ServiceProject {
  /** `https://dev.azure.com/acme` */
  readonly organization?: string;
  readonly project?: string;
}

export interface PipelineCli {
  /**
   * Asks the pipeline service's own CLI; what it prints may hold a value, and is read, never shown.
   * @throws Incomplete with what it complained of
   */
  ask(args: readonly string[], secrets?: Readonly<Record<string, Secret>>): Promise<unknown>;
}

const program = "az";

/** The CLI of the pipeline service, as the operator is signed in. */
export function openPipelineCli({ organization, project }: ServiceProject): PipelineCli {
  const where = [
    ...(organization === undefined ? [] : ["--organization", organization]),
    ...(project === undefined ? [] : ["--project", project]),
    // What is not said, the clone's remote tells.
    "--detect",
    organization === undefined ? "true" : "false",
  ];
  return {
    async ask(args, secrets = {}) {
      const all = [...args, ...where, "--output", "json", "--only-show-errors"];
      const ended = await runCommand({ program: [program] }, all, { secrets });
      if (!ended) {
        throw new Incomplete("The pipeline service's CLI, az, is not installed.", [
          { say: "Install it with its extension azure-devops, and sign in" },
        ]);
      }
      if (ended.exitCode !== 0) {
        const [first = "it said nothing"] = ended.complaint
          .split("\n")
          .filter((line) => line !== "");
        throw new Incomplete(`az ${args.slice(0, 3).join(" ")} failed: ${first}`, [
          { say: "Sign in", command: "az login" },
          { say: "Its extension is needed", command: "az extension add --name azure-devops" },
        ]);
      }
      return parse(ended.output);
    },
  };
}

function parse(output: Secret): unknown {
  try {
    return JSON.parse(output.reveal()) as unknown;
  } catch {
    // A command that has nothing to say.
    return undefined;
  }
}
