/** The headers of a request as they came, sorted into what goes on and what was for this proxy. */
export interface ReadHeaders {
  /** Flat: name, value, name, value. Without Host and without what is for one hop. */
  readonly forward: string[];
  readonly host: string | undefined;
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  readonly hasBody: boolean;
  /** The client waits for 100 before it sends its body. */
  readonly expectsContinue: boolean;
  /** Why two readers could read them in two ways. */
  readonly problem: string | undefined;
}

/** RFC 9110, section 7.6.1, and what only this proxy answers. */
const forOneHop = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers of which no second one may come: each reader would take another. */
const single = new Set(["content-length", "content-type", "host", "transfer-encoding", "upgrade"]);

/** What this proxy looks at. All others only go on. */
const looked = new Set([...forOneHop, ...single, "accept", "user-agent"]);

export function readHeaders(raw: readonly string[]): ReadHeaders {
  const forward: string[] = [];
  const seen: Record<string, string> = {};
  let problem: string | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    const key = name.toLowerCase();
    if (looked.has(key)) {
      const before = seen[key];
      if (before !== undefined && single.has(key)) problem = `two ${name} headers`;
      if (key === "connection" && before !== undefined) seen[key] = `${before},${value}`;
      else seen[key] ??= value;
      if (key === "host" || forOneHop.has(key)) continue;
    }
    forward.push(name, value);
  }
  const coding = seen["transfer-encoding"];
  const length = seen["content-length"];
  if (coding !== undefined && length !== undefined) problem = "two lengths of one body";
  else if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    problem = `the transfer coding ${coding} cannot be looked into`;
  }
  return {
    forward: dropNamed(forward, seen["connection"]),
    host: seen["host"],
    accept: seen["accept"],
    userAgent: seen["user-agent"],
    hasBody: coding !== undefined || (length !== undefined && Number(length) > 0),
    expectsContinue: seen["expect"]?.toLowerCase() === "100-continue",
    problem,
  };
}

const meansNothingMore = /^(?:\s|,|keep-alive|close|upgrade)*$/i;

/** Takes out what the Connection header calls for one hop. */
export function dropNamed(headers: string[], connection: string | undefined): string[] {
  if (connection === undefined || meansNothingMore.test(connection)) return headers;
  const named = new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
  // A length is of the message, whoever says otherwise.
  named.delete("content-length");
  return headers.filter((_, at) => !named.has((headers[at - (at % 2)] ?? "").toLowerCase()));
}

export function isForOneHop(name: string): boolean {
  return forOneHop.has(name);
}
