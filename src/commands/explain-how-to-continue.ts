import { Cancelled, Stopped } from "../shared/errors.ts";

/** Who stopped a run is told how it goes on. */
export function explainHowToContinue(error: unknown, command: string): unknown {
  if (error instanceof Cancelled && !(error instanceof Stopped) && error.hints.length === 0)
    return new Cancelled(error.message, [{ say: "Go on from there", command }]);
  if (!(error instanceof Stopped)) return error;
  const { by, message, hints, underWay } = error;
  const left = underWay ? [underWay] : [];
  // What is lost comes before what goes on.
  const all =
    hints.length > 0 ? [...hints, ...left] : [...left, { say: "Go on from there", command }];
  return new Stopped(by, message, all);
}
