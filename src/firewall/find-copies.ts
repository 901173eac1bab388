/** Length of the shortest credential that does not occur in other values by chance. */
const shortestUnique = 8;

/**
 * Lists variables with a credential, and variables with other names that contain the same value.
 * @param named names of variables with a credential
 * @param key the credential in use, which is compared even if it is short
 */
export function findCopies(
  env: NodeJS.ProcessEnv,
  named: readonly string[],
  key?: string,
): readonly string[] {
  // A short text, such as an empty list of headers or a dummy key, can also be part of other values.
  const others = named.flatMap((name) => env[name]?.trim() ?? []);
  const values = [...(key === undefined ? [] : [key]), ...others].filter(
    (text) => text.length >= shortestUnique,
  );
  const copies = Object.entries(env).flatMap(([name, text = ""]) =>
    text.trim() === key || values.some((value) => text.includes(value)) ? [name] : [],
  );
  return [...new Set([...named, ...copies])];
}
