/** Columns that a line may take on standard output; without end where no terminal wraps it. */
export function outputWidth(): number {
  const { stdout } = process;
  return stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY;
}
