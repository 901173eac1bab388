/**
 * With NODE_DEBUG, which a pipeline's variable may set for all its steps, Node writes each header that it sends to standard
 * error: ours hold credentials. Nothing of ours is written there.
 */
export function silenceDebugging(): void {
  if (process.env["NODE_DEBUG"]) process.stderr.write = () => true;
}
