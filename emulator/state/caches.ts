import type { CachedFile, Repository, StoredCache } from "./repository.ts";

/** Maximum number of caches per repository, because the state is one file. */
const mostCaches = 10;

/**
 * Finds a cache by its exact key, and then by each prefix in order. If several caches match a
 * prefix, the newest one is used.
 * @see [doc] actions/reference/workflows-and-actions/dependency-caching, "Cache key matching"
 */
export function findCache(
  { caches = [] }: Pick<Repository, "caches">,
  { key, prefixes, path }: { key: string; prefixes: readonly string[]; path: string },
): StoredCache | undefined {
  const same = caches.filter((each) => each.path === path);
  const exact = same.find((each) => each.key === key);
  const found = [key, ...prefixes].map((prefix) =>
    same.findLast((each) => each.key.startsWith(prefix)),
  );
  return exact ?? found.find((each) => each !== undefined);
}

/** Saves a cache. Returns false if the key is already in use: a saved cache never changes. */
export function addCache(
  repository: Pick<Repository, "caches">,
  saved: { key: string; path: string; files: CachedFile[] },
): boolean {
  const { caches = [] } = repository;
  if (caches.some(({ key, path }) => key === saved.key && path === saved.path)) return false;
  repository.caches = [...caches, saved].slice(-mostCaches);
  return true;
}
