/**
 * Returns a pattern that matches a name regardless of case, for patterns that cannot have flags.
 * @param name letters, digits and underscores
 */
export function anyCase(name: string): string {
  return name.replaceAll(/[A-Za-z]/g, (each) => `[${each.toUpperCase()}${each.toLowerCase()}]`);
}
