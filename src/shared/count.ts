/** Returns a number with its noun: `1 repository`, `2 repositories`. */
export function count(number: number, thing: string): string {
  return `${number} ${number === 1 ? thing : pluralOf(thing)}`;
}

export function pluralOf(thing: string): string {
  return /[^aeiou]y$/.test(thing) ? `${thing.slice(0, -1)}ies` : `${thing}s`;
}
