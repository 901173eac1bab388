/**
 * Prevents debug output. With NODE_DEBUG, which a pipeline variable can set for all steps, Node
 * logs all request headers to standard error. Our headers contain credentials. Our programs do not
 * use standard error otherwise.
 */
export function silenceDebugging(): void {
  if (process.env["NODE_DEBUG"]) process.stderr.write = () => true;
}
