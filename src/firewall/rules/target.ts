import { fault, type Fault } from "./fault.ts";

/** A request's path and query in their one spelling. */
export interface Target {
  readonly path: string;
  /** Without its question mark. */
  readonly query?: string;
  /** The path as a server reads it that takes `;name=value` out of it; the same where there is none. */
  readonly bare: string;
  /** How the path could be read in another way. Where no path is compared, that changes nothing. */
  readonly doubt?: string;
}

/**
 * Reads a target as it stands on the wire.
 *
 * An escape is never decoded. A server may decode once, twice or not at all, and what it then asks for has to be what
 * the rules saw: so a path that would become another one by decoding (`%61` for `a`, `%2f`, `%252e`) has a doubt and is
 * covered by no pattern, and one that would leave its place (dot segments in any spelling) is refused everywhere. A query
 * leads nowhere by being decoded, and may hold any escape.
 * @param raw the bytes as latin1
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

/** Most requests look like these, and are in their one spelling already. */
const plainPath = /^(?:\/[\w~!$&'()+:=@-][\w~!$&'()+:=@.-]*)+\/?$/;
const plainQuery = /^[\w~!$&()+:=@./?;-]*$/;

/** A star of a request is a letter, and no wildcard. */
function spellStars(text: string): string {
  return text.replaceAll("*", "%2A");
}

/** What no URL on the wire can hold. */
function findBroken(raw: string): string | undefined {
  const odd = /[^\x21-\x7e]/.exec(raw)?.[0];
  if (odd !== undefined) return `has the raw byte ${hex(odd)} in it`;
  if (raw.includes("#")) return "has a fragment, which is never sent";
  if (!raw.startsWith("/")) return "is no path: it does not begin with a slash";
  if (raw.startsWith("//")) return "begins with two slashes, as the name of another host does";
  if (raw.split("?", 1)[0]?.includes("\\"))
    return "has a backslash in its path, which some read as a slash";
  if (/%(?![0-9a-f]{2})/i.test(raw))
    return "has a broken escape: a % without two hexadecimal digits";
  return undefined;
}

function hex(character: string): string {
  return `0x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** What leads out of its folder, as it is or decoded any number of times. */
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

/** What some servers read as another path. */
export function findDoubt(path: string): string | undefined {
  const separator = /%(?:2f|5c|3f|23|3b)/i.exec(path)?.[0];
  if (separator !== undefined) return `has the encoded separator ${separator} in its path`;
  const twice = /%25[0-9a-f]/i.exec(path)?.[0];
  if (twice !== undefined) return `has ${twice} in its path, which can be decoded twice`;
  const plain = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i.exec(path)?.[0];
  if (plain !== undefined)
    return `has ${plain} in its path, another spelling of ${decodeURIComponent(plain)}`;
  if (path.includes("//")) return "has two slashes in a row in its path, which some read as one";
  return findOddLetters(path);
}

/** Escapes that are no UTF-8, overlong ones too, and letters that some turn into separators. */
function findOddLetters(path: string): string | undefined {
  for (const [escapes] of path.matchAll(/(?:%[89a-f][0-9a-f])+/gi)) {
    const letters = decodeEscapes(escapes);
    if (letters === undefined) return "has an escape in its path that is no UTF-8";
    if (/[#%./;?\\]/.test(letters.normalize("NFKC")))
      return "has a letter in its path that some read as a dot or a separator";
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

/** One spelling for what is never a letter of its own: illegal characters as escapes, their digits in upper case. */
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
