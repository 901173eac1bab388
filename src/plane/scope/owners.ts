export function ownerOf(repository: string): string {
  return repository.split("/")[0] ?? "";
}

/** Owners of repositories, each once, as first spelled. */
export function ownersOf(repositories: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const owner of repositories.map(ownerOf)) {
    if (!byName.has(owner.toLowerCase())) byName.set(owner.toLowerCase(), owner);
  }
  return [...byName.values()];
}
