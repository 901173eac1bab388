/**
 * Prevents debug output. With NODE_DEBUG, which a pipeline variable can set for all steps, Node
 * writes each header that it sends to standard error. Our headers contain credentials. Our programs
 * do not write anything else to standard error.
 */
export function silenceDebugging(): void {
  if (process.env["NODE_DEBUG"]) process.stderr.write = () => true;
}
