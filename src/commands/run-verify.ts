import type { RunNews } from "../plane/repository/run-workflow.ts";
import { findProofNews } from "../plane/verify/find-proof-news.ts";
import { evaluateReview } from "../plane/verify/review.ts";
import { Cancelled, exitCode } from "../shared/errors.ts";
import { printRows } from "../terminal/paint.ts";
import { openStatusLine } from "../terminal/status-line.ts";
import type { StatusLine } from "../terminal/status-line.ts";
import { pause } from "../forge/pause.ts";
import { connect } from "./connect.ts";
import { printJson } from "./outcomes/print-json.ts";
import { reviewRows, toReviewDocument } from "./outcomes/print-review.ts";
import { requireRepository } from "./repository-here.ts";
import { keepProofs } from "./set-up-proofs.ts";
import { requireVisible } from "../plane/repository/unseen-repository.ts";
import { readReviewFacts } from "../plane/verify/read-review-facts.ts";
import { ourEnvironment } from "../shared/child-environment.ts";

export interface RunVerifyOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly run: boolean;
  readonly json?: boolean;
  /** Shows the current activity (default: on standard error). */
  readonly progress?: StatusLine;
  /** Factor for the pauses between checks of the run (default: 1). */
  readonly pace?: number;
}

/** Runs `gatehouse verify`: reads the current state from the forge, and reviews it. */
export async function runVerify(options: RunVerifyOptions): Promise<void> {
  const { repo, host, brand, run, json } = options;
  const { pace = 1, progress = openStatusLine(process.stderr, { elsewhere: "rows" }) } = options;
  const repository = await requireRepository({ repo, host, json, verb: "verify" });
  const stop = new AbortController();
  // The first Ctrl-C stops waiting for the run; the second one exits the process.
  let mayRun = false;
  const cancel = () => {
    const left = mayRun ? "A started run continues." : "No run was started.";
    stop.abort(new Cancelled(`Stopped. ${left}`));
  };
  process.once("SIGINT", cancel);
  const connection = await connect({ host, brand, env: ourEnvironment() });
  try {
    const client = await connection.client();
    const wanted = {
      client,
      stranger: connection.stranger,
      repository,
      wantsRun: run,
      now: () => new Date(),
      pause: (milliseconds: number, signal: AbortSignal) => pause(milliseconds * pace, signal),
      signal: stop.signal,
      report: (news: RunNews) => {
        // The first `seen` value confirms that the proof workflow exists, so a run may have
        // started.
        mayRun ||= news.seen !== undefined;
        progress.report(sentence(news.line));
      },
    };
    const facts = await requireVisible({ connection, repository }, () =>
      readReviewFacts(wanted),
    ).finally(progress.end);
    const { profile } = connection;
    const location = { repo: repository.full, host: profile.host };
    const review = evaluateReview(facts);
    await keepProofs(ourEnvironment(), { profile, repository }, findProofNews(facts, review));
    const document = toReviewDocument(location, facts, review);
    if (json) printJson(document);
    else printRows((style) => reviewRows(document, style));
    if (!document.ready) process.exitCode = exitCode.incomplete;
  } finally {
    process.off("SIGINT", cancel);
    await connection.close();
  }
}

function sentence(line: string): string {
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}
