import type { Request } from "../rules/policy.ts";
import { usualPort } from "../rules/url-text.ts";
import { parseAuthority } from "./authority.ts";

/** Result for a header value if it is unknown how a server would interpret the value. */
export const unreadable = "unreadable";

type Read = (asked: Request, value: string) => readonly Request[] | typeof unreadable;

interface Family {
  /**
   * Matches the lowercase name with - instead of _, because CGI does not distinguish between the
   * two.
   */
  readonly names: RegExp;
  readonly read: Read;
}

/**
 * The complete list of headers that cause some servers to use a different method, path or resource
 * for a request.
 */
const families: readonly Family[] = [
  {
    names:
      /^x-(?:http-method(?:-override)?|method-override|(?:envoy-)?original-method|forwarded-method)$/,
    read: (asked, value) => [{ ...asked, method: value.toUpperCase() }],
  },
  {
    // IIS, Symfony, Zend: X-Original-URL, X-Rewrite-URL. nginx: X-Original-URI. Traefik, Caddy:
    // X-Forwarded-Uri, X-Replaced-Path. Envoy: X-Envoy-Original-Path. Azure: X-WAWS-Unencoded-URL,
    // X-MS-Original-URL. Next.js: X-Matched-Path, X-Invoke-Path.
    names:
      /^x-(?:(?:envoy-|ms-|http-)?original|originating|forwarded|rewrite|rewritten|override|requested|replaced|proxy|real|matched|invoke|waws-unencoded|http-destination)-?(?:request-)?(?:ur[il]|path)$|^x-request-(?:ur[il]|path)$/,
    read: readPaths,
  },
  { names: /^destination$/, read: (asked, value) => readResource(asked, value, folderOf(asked)) },
  { names: /^x-(?:amz|goog)-copy-source$/, read: readObject },
  {
    names: /^x-ms-(?:copy|rename)-source$/,
    read: (asked, value) => readResource(asked, value, "/"),
  },
];

/**
 * Hosts of object stores with the bucket in their name, as in `BUCKET.s3.REGION.amazonaws.com`.
 * Each entry is the part after the bucket.
 */
const stores = [
  /\.s3(?:[.-][a-z0-9.-]+)?$/,
  /\.storage\.googleapis\.com$/,
  /\.[0-9a-f]+(?:\.[a-z]+)?\.r2\.cloudflarestorage\.com$/,
  /\.[a-z0-9]+\.digitaloceanspaces\.com$/,
];

/**
 * Matches the start of every rerouting header's name. Most headers do not match and need no further
 * check.
 */
const candidate = /^(?:x[-_]|destination$)/i;

/** Returns the function that reads a rerouting header; undefined for every other header. */
export function findRerouting(name: string): Read | undefined {
  if (!candidate.test(name)) return undefined;
  const plain = name.toLowerCase().replaceAll("_", "-");
  return families.find(({ names }) => names.test(plain))?.read;
}

/**
 * Reads paths from a header. Several proxies can append to one header, so a server may use the
 * first value, the last one, or all of them as one path.
 */
function readPaths(asked: Request, value: string): readonly Request[] {
  const parts = value.split(/\s*,\s*(?=\/|https?:)/i);
  const all = parts.length > 1 ? [value, ...parts] : parts;
  return all.map((part) => ({ ...asked, target: toPath(part.replace(/^https?:\/\/[^/]*/i, "")) }));
}

/**
 * Reads the URL of a second resource, which may be on a different host.
 * @param base directory of a relative path; some servers resolve it from the root instead
 * @see RFC 4918, section 10.3
 */
function readResource(
  asked: Request,
  value: string,
  base: string,
): readonly Request[] | typeof unreadable {
  const [, written, rest = ""] = /^(?:https?:)?\/\/([^/?#\\]*)(.*)$/is.exec(value) ?? [];
  if (written === undefined) {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return unreadable;
    if (value.startsWith("/")) return [{ ...asked, target: value }];
    return [...new Set(["/", base])].map((folder) => ({ ...asked, target: folder + value }));
  }
  const authority = parseAuthority(written);
  if (!authority) return unreadable;
  const here = { ...asked, target: toPath(rest) };
  const { host, port = usualPort(asked.scheme) } = authority;
  return [here, { ...here, host, port }];
}

/**
 * Reads `BUCKET/KEY`, the source of a copy request to an object store. If the host name of the
 * request begins with a bucket, the host name of the result begins with the source's bucket.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
function readObject(asked: Request, value: string): readonly Request[] | typeof unreadable {
  const store = stores.map((behind) => behind.exec(asked.host)?.[0]).find(Boolean);
  if (store === undefined) return readResource(asked, value, "/");
  const [, bucket = "", key = ""] = /^\/?([^/]*)(.*)$/s.exec(value) ?? [];
  // Any other text names an access point, or contains an escape sequence that hides where the
  // bucket name ends.
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(bucket)) return unreadable;
  return [{ ...asked, host: bucket + store, target: toPath(key) }];
}

function toPath(text: string): string {
  return text.startsWith("/") ? text : `/${text}`;
}

function folderOf({ target }: Request): string {
  const [path = ""] = target.split("?", 1);
  return path.slice(0, path.lastIndexOf("/") + 1) || "/";
}
