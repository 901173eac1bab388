import { Cancelled, Stopped } from "../shared/errors.ts";

/** Adds the command that resumes a stopped run to the error of the run. */
export function explainHowToContinue(error: unknown, command: string): unknown {
  if (error instanceof Cancelled && !(error instanceof Stopped) && error.hints.length === 0)
    return new Cancelled(error.message, [{ text: "Resume where you stopped", command }]);
  if (!(error instanceof Stopped)) return error;
  const { by, message, hints, underWay } = error;
  const left = underWay ? [underWay] : [];
  // Hints about data that may be lost precede the resume command.
  const all =
    hints.length > 0
      ? [...hints, ...left]
      : [...left, { text: "Resume where you stopped", command }];
  return new Stopped(by, message, all);
}
