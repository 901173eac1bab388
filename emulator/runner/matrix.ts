import { WorkflowRefused, type YamlReader } from "./yaml-reader.ts";

/** The jobs of a matrix, one for each combination of values. */
export interface Strategy {
  readonly combinations: readonly Combination[];
  /** Whether a failed job cancels the jobs that have not started. */
  readonly failFast: boolean;
}

type Combination = Readonly<Record<string, string>>;

/** Maximum number of jobs in a matrix. @see https://docs.github.com/actions/reference/limits */
const mostJobs = 256;

/** @throws WorkflowRefused for strategy settings that the embedded forge does not support */
export function readStrategy(strategy: YamlReader): Strategy | undefined {
  const matrix = strategy.child("matrix");
  const axes = matrix.children().map(([name]) => ({ name, values: readValues(matrix, name) }));
  strategy.allow(["fail-fast", "max-parallel", "matrix"]);
  if (axes.length === 0) return undefined;
  const combinations = axes.reduce<Combination[]>(
    (made, { name, values }) =>
      made.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
  if (combinations.length > mostJobs) {
    const what = `The matrix creates ${combinations.length} jobs (in ${strategy.where})`;
    throw new WorkflowRefused(`${what}; the maximum is ${mostJobs}.`);
  }
  return { combinations, failFast: strategy.text("fail-fast") !== "false" };
}

function readValues(matrix: YamlReader, name: string): string[] {
  if (name === "include" || name === "exclude") {
    throw new WorkflowRefused(
      `The embedded forge does not support "${name}" (in ${matrix.where}).`,
    );
  }
  const values = matrix.list(name);
  if (values.length === 0) throw new WorkflowRefused(`"${name}" is empty (in ${matrix.where}).`);
  return values.map(String);
}

/** Returns the `matrix` and `strategy` values for each job. */
export function matrixScopes({ combinations }: Strategy) {
  const total = String(combinations.length);
  return combinations.map((matrix, index) => ({
    matrix,
    strategy: { "job-index": String(index), "job-total": total },
  }));
}
