/** A pattern of a name in any case, for where no flag can say so. @param name letters, digits and underscores */
export function anyCase(name: string): string {
  return name.replaceAll(/[A-Za-z]/g, (each) => `[${each.toUpperCase()}${each.toLowerCase()}]`);
}
