import { writeKept } from "../plane/fleet/check-file.ts";
import { inspectControl } from "../plane/fleet/inspect-control.ts";
import { toLoggedJson } from "../plane/fleet/logged-json.ts";
import { brands, requireBrand } from "../forge/brand.ts";
import { createSendOnce } from "../forge/send-once.ts";
import { unseen } from "../plane/verify/review-facts.ts";
import { stepVariable } from "../forge/run-step.ts";
import { stepForge } from "../forge/step-forge.ts";
import { maskLine } from "../forge/step-secret.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { Stopped, UserError } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import type { Secret } from "../shared/secret.ts";
import { namedRepository } from "./named-repository.ts";
import { checkedRows } from "./outcomes/print-fleet.ts";
import { toReviewDocument } from "./outcomes/print-review.ts";

export interface InspectOptions {
  readonly repo: string;
  readonly brand?: string;
  readonly output: string;
  readonly json?: boolean;
}

/**
 * Runs `gatehouse fleet check`. If the control plane cannot be read, the reason is also written to
 * the output file before the error is thrown.
 */
export async function runFleetCheck({ repo, brand, output, json }: InspectOptions): Promise<void> {
  const repository = namedRepository(repo);
  const env = ourEnvironment();
  const byHost = stepForge(env, "fleet check");
  const profile = brand === undefined ? byHost : { ...byHost, brand: brands[requireBrand(brand)] };
  const now = new Date();
  const kept = { version: 1, repo: repository.full, checkedAt: now.toISOString() };
  const isInRun = stepVariable(env, "OUTPUT") !== undefined;
  const log = json ? process.stderr : process.stdout;
  const location = {
    profile,
    send: createSendOnce(env),
    env,
    now,
    stopped: listenForStop(),
    mask: (token: Secret) => void (isInRun && log.write(maskLine(token))),
  };
  try {
    const { credential, status, review } = await inspectControl(repository, location);
    const { name, ungranted, skipped } = credential;
    const run = unseen("No run was started.");
    const verify = toReviewDocument({ repo: status.repo, host: status.host }, { run }, review);
    const check = {
      ...kept,
      credential: name,
      ungranted,
      skipped,
      status,
      verify,
      reason: null,
    };
    await writeKept(output, check);
    if (json) process.stdout.write(toLoggedJson(check));
    else
      printRows((drawn) =>
        checkedRows({ status, counts: verify.counts, output, ungranted, skipped }, drawn),
      );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const nothing = { credential: null, ungranted: [], skipped: [], status: null, verify: null };
    const reason =
      error instanceof Stopped ? `The check was stopped by ${error.by}.` : error.message;
    await writeKept(output, { ...kept, ...nothing, reason });
    throw error;
  }
}
