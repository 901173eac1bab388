import { offerFirstAgent } from "../../flows/demo/offer-first-agent.ts";
import type { FirstOutput } from "../../flows/demo/offer-first-agent.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { renderAndCommit } from "../plane/verify/overall-status.ts";
import { runOrchestrator } from "../plane/repository/run-orchestrator.ts";
import { readDecided, valueOf } from "../plane/scope/read-decided.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { commitFirstWorkflows, findReview, hasControlFile } from "../run/control/first-run.ts";
import { renderFirstWorkflows, workerOf } from "../run/control/first-workflows.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { Incomplete } from "../shared/errors.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import type { EmbeddedForge } from "./check-options.ts";
import { connect } from "./connect.ts";

/** Name of the demo's orchestrator. */
const name = "review";
/** The embedded forge runs on this machine, so frequent requests cost little. */
const pollMilliseconds = 200;

interface DemoPlane {
  readonly repository: RepositoryName;
  readonly forge: EmbeddedForge;
}

/**
 * Runs a first agent on the embedded forge after setup.
 * @param open opens a prompter, if there is a question to ask
 * @returns its output; undefined if the operator does not run one, or left the profile for later
 * @throws Incomplete if the control plane has no profile or no control file
 */
export async function runDemoAgent(
  { repository, forge }: DemoPlane,
  open: () => Promise<Prompter>,
): Promise<FirstOutput | undefined> {
  const connection = await connect({ ...forge.where, env: ourEnvironment() });
  let prompter: Prompter | undefined;
  try {
    const client = await connection.client();
    const decided = await readDecided(client, repository);
    const [settings, decision] = [valueOf(decided.settings), valueOf(decided.decision)];
    if (!settings || !decision || decision.choice.profile === "stop") {
      if (!forge.skipsSetup) return undefined;
      const { profile } = client;
      throw new Incomplete(`${repository.full} has no profile.`, [
        {
          text: "Set up the control plane",
          command: commandLine("setup", { profile, repository }),
        },
      ]);
    }
    const { brand } = client.profile;
    if (!(await hasControlFile(client, repository))) {
      throw new Incomplete(`${repository.full} has no control file, so no run can start.`, [
        renderAndCommit((verb, more) =>
          commandLine(verb, { profile: client.profile, repository }, more),
        ),
      ]);
    }
    const { choice, decidedAt } = decision;
    const { environment, alternateRepository } = settings;
    const files = renderFirstWorkflows(name, { brand, choice, environment, settings });
    prompter = await open();
    return await offerFirstAgent(prompter, {
      findOutput: () =>
        findReview(client, alternateRepository ?? repository.full, { since: decidedAt }),
      commitWorkflows: () => commitFirstWorkflows(client, repository, files),
      runWorkflows: (report, signal) =>
        runOrchestrator(
          {
            client,
            repository,
            report,
            signal,
            now: () => new Date(),
            pause: (_, stop) => pause(pollMilliseconds, stop),
          },
          { orchestrator: `${name}.md`, worker: `${workerOf(name)}.md` },
        ),
    });
  } finally {
    await prompter?.close();
    await connection.close();
  }
}
