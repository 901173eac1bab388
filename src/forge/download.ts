/** Time limit for a download. */
const longestMilliseconds = 60_000;

/** A file, or the reason why it is not available. */
export type Download =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  /** The server responded with this status. */
  | { readonly kind: "refused"; readonly status: number }
  /** The server could not be reached, or the file is too large. */
  | { readonly kind: "unreachable"; readonly reason: string };

/**
 * Downloads a public file, without a credential. Follows redirects and uses the proxy from the
 * environment, as curl does.
 * @param mostBytes larger files are not downloaded completely
 */
export async function download(
  address: string,
  { mostBytes, signal }: { readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<Download> {
  // In a bundle, a CommonJS package that is imported dynamically does not have named exports.
  const { default: undici } = await import("undici");
  const dispatcher = new undici.EnvHttpProxyAgent();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]);
  try {
    const response = await undici.fetch(address, { dispatcher, signal: limit });
    if (!response.ok || !response.body) return { kind: "refused", status: response.status };
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body as AsyncIterable<Uint8Array>) {
      length += piece.byteLength;
      if (length > mostBytes) {
        return { kind: "unreachable", reason: `it is larger than ${mostBytes / 1_000_000} MB` };
      }
      pieces.push(piece);
    }
    return { kind: "file", bytes: Buffer.concat(pieces) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unreachable", reason: explain(error) };
  } finally {
    await dispatcher.destroy();
  }
}

function explain(error: unknown): string {
  if (limitReached(error)) return `no response within ${longestMilliseconds / 1000} seconds`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function limitReached(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
