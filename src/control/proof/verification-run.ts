import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { verificationFile, verificationTitle } from "./proof-workflow.ts";

export interface VerificationOptions {
  readonly profile: HostProfile;
  readonly rest: RestClient;
  readonly repository: RepositoryName;
  readonly signal: AbortSignal;
  readonly say: (line: string, link?: string) => void;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The control repository does not take, or not run, the workflow. */
export class VerificationRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

/** A workflow run, as far as we read it. */
export interface Run {
  readonly id: number;
  readonly display_title?: string;
  readonly event?: string;
  readonly actor?: { readonly login: string } | null;
  readonly status: string;
  readonly html_url: string;
}

/** What tells our run from others: its number where the forge told it at once, else its title and who started it. */
export interface StartedRun {
  readonly nonce: string;
  readonly id: number | undefined;
  /** Who started it; unknown where the forge does not tell this credential. */
  readonly login?: string | undefined;
}

const pollMilliseconds = 2000;
const dispatchAttempts = 5;
const limitMinutes = 10;

/** Starts the run. A workflow that was just written is not known everywhere at once; until then the forge says 404. */
export async function startRun(
  options: VerificationOptions,
  inputs: Readonly<Record<string, string>> & { readonly nonce: string },
): Promise<StartedRun> {
  const { rest, repository, signal } = options;
  const { body } = await rest.request("GET", `/repos/${repository.full}`, { signal });
  const ref = (body as { default_branch: string }).default_branch;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await dispatch(options, { ref, inputs });
    if (answer.status !== 404) {
      const details = answer.body as { workflow_run_id?: number } | undefined;
      const id = details?.workflow_run_id;
      if (id !== undefined) return { nonce: inputs.nonce, id };
      return { nonce: inputs.nonce, id, login: await readLogin(options) };
    }
    if (attempt === dispatchAttempts)
      throw new VerificationRefused("The forge does not know the verification workflow yet.", [
        { say: "Run the same command again in a minute" },
      ]);
    await options.pause(pollMilliseconds, signal);
  }
}

/** A run's title is for everybody to read, and to write on a run of their own. */
async function readLogin({ rest, signal }: VerificationOptions): Promise<string | undefined> {
  const { body } = await rest.request("GET", "/user", { signal, accept: [403, 404] });
  return (body as { login?: string } | undefined)?.login;
}

/** Older servers refuse the wish to be told of the run: they are asked again without it. */
async function dispatch({ rest, repository, signal }: VerificationOptions, body: object) {
  const path = `/repos/${repository.full}/actions/workflows/${verificationFile}/dispatches`;
  const answer = await rest.request("POST", path, {
    signal,
    body: { ...body, return_run_details: true },
    accept: [404, 422],
  });
  if (answer.status !== 422) return answer;
  return rest.request("POST", path, { signal, body, accept: [404] });
}

/** @throws Incomplete when the run has not appeared, or not ended, within ten minutes */
export async function waitForRun(options: VerificationOptions, started: StartedRun): Promise<Run> {
  const { signal, say, now } = options;
  const end = now().getTime() + limitMinutes * 60_000;
  for (;;) {
    const run = await findRun(options, started);
    if (run?.status === "completed") return run;
    if (run) say(`The run is ${run.status.replaceAll("_", " ")}`, run.html_url);
    if (now().getTime() >= end) throw unfinished(options, run);
    await options.pause(pollMilliseconds, signal);
  }
}

async function findRun(
  { rest, repository, signal }: VerificationOptions,
  { nonce, id, login }: StartedRun,
): Promise<Run | undefined> {
  const actions = `/repos/${repository.full}/actions`;
  if (id !== undefined) {
    const answer = await rest.request("GET", `${actions}/runs/${id}`, { signal, accept: [404] });
    return answer.status === 404 ? undefined : (answer.body as Run);
  }
  const list = `${actions}/workflows/${verificationFile}/runs?event=workflow_dispatch&per_page=20`;
  const { body } = await rest.request("GET", list, { signal });
  const { workflow_runs: runs } = body as { workflow_runs: Run[] };
  return runs.find(
    ({ display_title: title, event, actor }) =>
      title === verificationTitle(nonce) &&
      event === "workflow_dispatch" &&
      (login === undefined || actor?.login.toLowerCase() === login.toLowerCase()),
  );
}

function unfinished({ profile, repository }: VerificationOptions, run: Run | undefined) {
  const what = run
    ? `The verification run did not end within ${limitMinutes} minutes: it is ${run.status.replaceAll("_", " ")}.`
    : `The verification run did not appear within ${limitMinutes} minutes.`;
  const link = run?.html_url ?? `${profile.webUrl}/${repository.full}/actions`;
  const hints: Hint[] = [
    { say: "See whether a runner is free and workflows may run there", link },
    { say: "Then run the same command again" },
  ];
  return new Incomplete(what, hints);
}
