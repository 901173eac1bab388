export function ownerOf(repository: string): string {
  return repository.split("/")[0] ?? "";
}

/** Returns each owner once, in the spelling that occurs first. */
export function ownersOf(repositories: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const owner of repositories.map(ownerOf)) {
    if (!byName.has(owner.toLowerCase())) byName.set(owner.toLowerCase(), owner);
  }
  return [...byName.values()];
}
