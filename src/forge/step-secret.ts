import type { Secret } from "../shared/secret.ts";
import { InvalidInput } from "../shared/errors.ts";
import { writeStepOutputs } from "./run-step.ts";

/** The line by which a run's log hides a value from then on. @see workflow commands, "add-mask" */
export function maskLine(secret: Secret): string {
  const coded = secret
    .reveal()
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
  return `::add-mask::${coded}\n`;
}

/** Writes a secret and what belongs to it to a step's outputs. It has to be masked before. */
export function writeSecretOutput(
  env: Readonly<NodeJS.ProcessEnv>,
  name: string,
  { secret, others = {} }: { readonly secret: Secret; readonly others?: Record<string, string> },
): void {
  const value = secret.reveal();
  if (/[\r\n]/.test(value))
    throw new InvalidInput(`The value of "${name}" has more than one line.`);
  writeStepOutputs(env, { [name]: value, ...others });
}
