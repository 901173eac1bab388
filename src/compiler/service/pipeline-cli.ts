import { Incomplete } from "../../shared/errors.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { runCommand } from "../../shared/run-command.ts";
import { Secret } from "../../shared/secret.ts";

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

/** Where az keeps its login and its extensions, and whom it trusts; children of ours get none of it otherwise. */
const ownVariables = ["AZURE_CONFIG_DIR", "AZURE_EXTENSION_DIR", "REQUESTS_CA_BUNDLE"];
/** What az is signed in with in the place of a login. */
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

/** What ends a question before its answer has come. */
export interface PipelineCliEnds {
  /** The CLI, and all that it has started, ends with it. */
  readonly signal?: AbortSignal | undefined;
  /** Made for each question: the CLI may wait for a network without end. */
  readonly limit?: () => AbortSignal;
}

const limitSeconds = 60;

/** The CLI of the pipeline service, as the operator is signed in. */
export function openPipelineCli(
  { organization, project }: ServiceProject,
  { signal, limit = () => AbortSignal.timeout(limitSeconds * 1000) }: PipelineCliEnds = {},
): PipelineCli {
  const where = [
    ...(organization === undefined ? [] : ["--organization", organization]),
    ...(project === undefined ? [] : ["--project", project]),
    // What is not said, the clone's remote tells.
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
        throw new Incomplete("The pipeline service's CLI, az, is not installed.", [
          { say: "Install it with its extension azure-devops, and sign in" },
        ]);
      }
      if (ended.exitCode !== 0) {
        const [first = "it said nothing"] = ended.complaint
          .split("\n")
          .filter((line) => line !== "");
        throw new Incomplete(`${spoken} failed: ${first}`, [
          { say: "Sign in", command: "az login" },
          { say: "Its extension is needed", command: "az extension add --name azure-devops" },
        ]);
      }
      return parse(ended.output);
    },
  };
}

function tooSlow(spoken: string): Incomplete {
  return new Incomplete(`${spoken} has not answered within ${limitSeconds} seconds.`, [
    { say: "See whether the service can be reached, and try again" },
  ]);
}

function parse(output: Secret): unknown {
  try {
    return JSON.parse(output.reveal()) as unknown;
  } catch {
    // A command that has nothing to say.
    return undefined;
  }
}
