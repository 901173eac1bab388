/** Returns the wanted repositories that the consent does not cover, spelled as in `wanted`. */
export function findBeyond(wanted: readonly string[], consented: readonly string[]): string[] {
  const allowed = new Set(consented.map((name) => name.toLowerCase()));
  return wanted.filter((name) => !allowed.has(name.toLowerCase()));
}
