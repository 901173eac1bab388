/** Parses a URL; returns undefined if it is invalid. Node 20 does not have `URL.parse`. */
export function parseAddress(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
