const longestNesting = 4;

/**
 * The path that a request to the sidecar has below the provider's base; nothing where it could lead out of it.
 * @param base without a slash at its end
 * @param target path and query as they stand on the wire
 */
export function readProviderPath(base: string, target: string): string | undefined {
  const [path = ""] = target.split("?", 1);
  if (!/^\/(?![/\\])/.test(path) || /[^\u0021-\u007e]|#/.test(target)) return;
  // A server decodes once, one behind it maybe again; each sees its own separators and dots.
  let read = path;
  for (let depth = 0; depth < longestNesting; depth += 1) {
    if (hasDotSegment(read) || /%(?:00|0a|0d)/i.test(read)) return;
    read = read.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
  }
  return hasDotSegment(read) ? undefined : base + target;
}

/** Some servers cut a segment at its first semicolon. */
function hasDotSegment(path: string): boolean {
  return path.split(/[/\\]/).some((segment) => /^\.\.?(?:;|$)/.test(segment));
}
