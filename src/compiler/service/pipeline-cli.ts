import { Incomplete } from "../../shared/errors.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { runCommand } from "../../shared/run-command.ts";
import { Secret } from "../../shared/secret.ts";

/**
 * The organization and project of the pipelines. Undefined values are read from the clone's remote.
 */
export interface ServiceProject {
  /** For example `https://dev.azure.com/acme`. */
  readonly organization?: string;
  readonly project?: string;
}

export interface PipelineCli {
  /**
   * Runs the Azure CLI. The output may contain a value, so it is parsed and never shown.
   * @throws Incomplete with the error message of the CLI
   */
  ask(args: readonly string[], secrets?: Readonly<Record<string, Secret>>): Promise<unknown>;
}

const program = "az";

/**
 * Variables that contain the location of az's login and extensions, and the certificates that az
 * trusts. Other child processes do not receive these variables.
 */
const ownVariables = ["AZURE_CONFIG_DIR", "AZURE_EXTENSION_DIR", "REQUESTS_CA_BUNDLE"];
/** Token with which az can sign in instead of its stored login. */
const ownToken = "AZURE_DEVOPS_EXT_PAT";

function readOwn(env: NodeJS.ProcessEnv) {
  const environment = Object.fromEntries(
    ownVariables.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const token = env[ownToken];
  const signIn = token === undefined ? {} : { [ownToken]: new Secret(token) };
  return { environment, signIn };
}

/** Signals that abort a running CLI call. */
export interface PipelineCliEnds {
  /** Stops the CLI and all processes that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Creates a time limit for each call, because the CLI can wait for the network indefinitely. */
  readonly limit?: () => AbortSignal;
}

const limitSeconds = 60;

/** Returns a client that runs the Azure CLI with the operator's login. */
export function openPipelineCli(
  { organization, project }: ServiceProject,
  { signal, limit = () => AbortSignal.timeout(limitSeconds * 1000) }: PipelineCliEnds = {},
): PipelineCli {
  const where = [
    ...(organization === undefined ? [] : ["--organization", organization]),
    ...(project === undefined ? [] : ["--project", project]),
    // The CLI reads missing values from the clone's remote.
    "--detect",
    organization === undefined ? "true" : "false",
  ];
  const { environment, signIn } = readOwn(ourEnvironment());
  return {
    async ask(args, secrets = {}) {
      const all = [...args, ...where, "--output", "json", "--only-show-errors"];
      const spoken = `az ${args.slice(0, 3).join(" ")}`;
      const late = limit();
      const ended = await runCommand({ program: [program], environment }, all, {
        secrets: { ...signIn, ...secrets },
        signal: signal ? AbortSignal.any([signal, late]) : late,
      }).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (late.aborted) throw tooSlow(spoken);
        throw error;
      });
      if (!ended) {
        throw new Incomplete("The Azure CLI (az) is not installed.", [
          { text: "Install it", link: "https://aka.ms/azure-cli" },
          { text: "Install its extension", command: "az extension add --name azure-devops" },
          { text: "Sign in", command: "az login" },
        ]);
      }
      if (ended.exitCode !== 0) {
        const [first = "no output"] = ended.complaint.split("\n").filter((line) => line !== "");
        throw new Incomplete(`${spoken} failed: ${first}`, [
          { text: "Sign in", command: "az login" },
          { text: "Install the extension", command: "az extension add --name azure-devops" },
        ]);
      }
      return parse(ended.output);
    },
  };
}

function tooSlow(spoken: string): Incomplete {
  return new Incomplete(`${spoken} did not finish within ${limitSeconds} seconds.`, [
    { text: "Check the connection to Azure Pipelines, and try again" },
  ]);
}

function parse(output: Secret): unknown {
  try {
    return JSON.parse(output.reveal()) as unknown;
  } catch {
    // The command did not print a result.
    return undefined;
  }
}
