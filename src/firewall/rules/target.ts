import { fault, type Fault } from "./fault.ts";

/** The normalized path and query of a request. */
export interface Target {
  readonly path: string;
  /** The query without its question mark. */
  readonly query?: string;
  /**
   * The path as seen by servers that remove `;name=value`. Equal to `path` if there is nothing to
   * remove.
   */
  readonly bare: string;
  /**
   * Reason why servers may interpret the path differently. Irrelevant if no rule compares the path.
   */
  readonly doubt?: string;
}

/**
 * Reads a target as received.
 *
 * Escapes are never decoded, because a server may decode once, twice or never. The server must read
 * the same path that the rules checked. If decoding would change the path (`%61` for `a`, `%2f`,
 * `%252e`), `doubt` is set, and no pattern covers the target. If the path would leave its directory
 * (dot segments in any spelling), the request is always denied. Decoding does not affect a query in
 * this way, so a query may contain any escape.
 * @param raw bytes as latin1
 */
export function readTarget(raw: string): Target | Fault {
  const mark = raw.indexOf("?");
  const [rawPath, rawQuery] = mark < 0 ? [raw] : [raw.slice(0, mark), raw.slice(mark + 1)];
  const isPlain = plainPath.test(rawPath) && (rawQuery === undefined || plainQuery.test(rawQuery));
  const broken = isPlain ? undefined : findBroken(raw);
  if (broken !== undefined) return fault(broken);
  const query =
    rawQuery === undefined ? {} : { query: isPlain ? rawQuery : spellStars(spellQuery(rawQuery)) };
  if (isPlain) return { path: rawPath, bare: rawPath, ...query };
  const path = spellStars(spellPath(rawPath));
  const wandering = findWandering(path);
  if (wandering !== undefined) return fault(wandering);
  const bare = path.replaceAll(/;[^/]*/g, "");
  const doubt = findDoubt(path) ?? findDoubt(bare);
  return { path, bare, ...query, ...(doubt !== undefined && { doubt }) };
}

/** Most requests match these expressions, which means that the requests are already normalized. */
const plainPath = /^(?:\/[\w~!$&'()+:=@-][\w~!$&'()+:=@.-]*)+\/?$/;
const plainQuery = /^[\w~!$&()+:=@./?;-]*$/;

/** Escapes asterisks, because an asterisk in a request is not a wildcard. */
function spellStars(text: string): string {
  return text.replaceAll("*", "%2A");
}

/** Returns the reason why a target cannot be part of a valid request; undefined if it can. */
function findBroken(raw: string): string | undefined {
  const odd = /[^\x21-\x7e]/.exec(raw)?.[0];
  if (odd !== undefined) return `contains the raw byte ${hex(odd)}`;
  if (raw.includes("#")) return "has a fragment, which is never sent";
  if (!raw.startsWith("/")) return "is not a path: it does not begin with a slash";
  if (raw.startsWith("//"))
    return "begins with two slashes, which some servers read as another host";
  if (raw.split("?", 1)[0]?.includes("\\"))
    return "has a backslash in its path, which some servers read as a slash";
  if (/%(?![0-9a-f]{2})/i.test(raw))
    return "has an invalid escape: % without two hexadecimal digits";
  return undefined;
}

function hex(character: string): string {
  return `0x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/**
 * Returns the problem with a path that leaves its directory, either as written or after any number
 * of decodings.
 */
export function findWandering(path: string): string | undefined {
  const decoded = path
    .replaceAll(/%(?:25)*2e/gi, ".")
    .replaceAll(/%(?:25)*(?:2f|5c)/gi, "/")
    .replaceAll(/%(?:25)*3b/gi, ";");
  if (/(?:^|\/)\.{1,2}(?:[;/]|$)/.test(decoded)) return "has a dot segment in its path";
  if (/%(?:25)*(?:0[0-9a-f]|1[0-9a-f]|7f)/i.test(path))
    return "has an encoded control character in its path";
  return undefined;
}

/** Describes the part of a path that some servers interpret differently. */
export function findDoubt(path: string): string | undefined {
  const separator = /%(?:2f|5c|3f|23|3b)/i.exec(path)?.[0];
  if (separator !== undefined) return `has the encoded separator ${separator} in its path`;
  const twice = /%25[0-9a-f]/i.exec(path)?.[0];
  if (twice !== undefined) return `has ${twice} in its path, which could be decoded twice`;
  const plain = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i.exec(path)?.[0];
  if (plain !== undefined)
    return `has ${plain} in its path, an escape for ${decodeURIComponent(plain)}`;
  if (path.includes("//"))
    return "has two consecutive slashes in its path, which some servers read as one";
  return findOddLetters(path);
}

/**
 * Finds escapes that are not valid UTF-8, including overlong forms. Also finds letters that some
 * servers read as separators.
 */
function findOddLetters(path: string): string | undefined {
  for (const [escapes] of path.matchAll(/(?:%[89a-f][0-9a-f])+/gi)) {
    const letters = decodeEscapes(escapes);
    if (letters === undefined) return "has an escape in its path that is not valid UTF-8";
    if (/[#%./;?\\]/.test(letters.normalize("NFKC")))
      return "has a letter in its path that some servers read as a dot or a separator";
  }
  return undefined;
}

function decodeEscapes(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return undefined;
  }
}

/**
 * Normalizes a path without changing its meaning: escapes illegal characters, and converts escapes
 * to upper case.
 */
export function spellPath(path: string): string {
  return path.replaceAll(/["<>[\]^`{|},]/g, encodeAscii).replaceAll(/%[0-9a-f]{2}/gi, upper);
}

export function spellQuery(query: string): string {
  return query.replaceAll(/["'<>[\]\\^`{|},]/g, encodeAscii).replaceAll(/%[0-9a-f]{2}/gi, upper);
}

function encodeAscii(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function upper(escape: string): string {
  return escape.toUpperCase();
}
