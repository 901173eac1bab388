import { InvalidInput } from "../../shared/errors.ts";

/**
 * Returns the key in a variable, without surrounding white space: HTTP removes it, so the filter for
 * responses would not find the key. Returns undefined for an empty key.
 * @throws InvalidInput if the key cannot be sent in a header
 */
export function readKey(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = env[name]?.trim();
  if (key && /[^\u0020-\u007e]/.test(key))
    throw new InvalidInput(
      `${name} is not a valid key: it contains a line break or another character that a header cannot have.`,
    );
  return key || undefined;
}
