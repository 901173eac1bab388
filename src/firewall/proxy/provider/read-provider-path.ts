const longestNesting = 4;

/**
 * Returns the provider's path for a request to the sidecar; undefined if the path could leave the
 * provider's base path.
 * @param base without a trailing slash
 * @param target path and query as received
 */
export function readProviderPath(base: string, target: string): string | undefined {
  const [path = ""] = target.split("?", 1);
  if (!/^\/(?![/\\])/.test(path) || /[^\u0021-\u007e]|#/.test(target)) return;
  // A server decodes once, and a server behind it may decode again. Each server interprets
  // separators and dots after its own decoding.
  let bytes = path;
  for (let depth = 0; depth <= longestNesting; depth += 1) {
    const text = decodeUtf8(bytes);
    if (text === undefined || /\p{Cc}/u.test(text) || hasDotSegment(text)) return;
    bytes = bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
  }
  // A client that knows the provider's paths sends the base path itself.
  return base !== "" && (path === base || path.startsWith(`${base}/`)) ? target : base + target;
}

/**
 * Returns undefined for invalid UTF-8, because some servers read overlong forms as dots and
 * slashes.
 */
function decodeUtf8(latin1: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(latin1, "latin1"),
    );
  } catch {
    return undefined;
  }
}

/**
 * Returns whether any server could read a segment of the path as `.` or `..`. Servers end segments
 * at different characters. Some servers drop spaces and invisible characters, and some read similar
 * characters as dots or slashes.
 */
function hasDotSegment(path: string): boolean {
  const plain = path.normalize("NFKC").replaceAll(/[\s\p{Cf}]/gu, "");
  return plain.split(/[/\\]/).some((segment) => /^\.\.?(?:[;?#]|$)/.test(segment));
}
