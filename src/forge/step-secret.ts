import type { Secret } from "../shared/secret.ts";
import { InvalidInput } from "../shared/errors.ts";
import { writeStepOutputs } from "./run-step.ts";

/**
 * Returns the line that masks a value in the rest of a run's log.
 * @see workflow commands, "add-mask"
 */
export function maskLine(secret: Secret): string {
  const coded = secret
    .reveal()
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
  return `::add-mask::${coded}\n`;
}

/**
 * Writes a secret and related values to a step's outputs. The caller must mask the secret first.
 */
export function writeSecretOutput(
  env: Readonly<NodeJS.ProcessEnv>,
  name: string,
  { secret, others = {} }: { readonly secret: Secret; readonly others?: Record<string, string> },
): void {
  const value = secret.reveal();
  if (/[\r\n]/.test(value)) throw new InvalidInput(`The value of "${name}" must be a single line.`);
  writeStepOutputs(env, { [name]: value, ...others });
}
