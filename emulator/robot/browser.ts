import { Agent, request as requestHttp, type IncomingMessage } from "node:http";

/** The page or download after all redirects. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly body: string;
  readonly isDownload: boolean;
}

interface Submission {
  readonly method: "get" | "post";
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * A headless browser: keeps cookies and connections, follows redirects, and visits only loopback
 * addresses.
 */
export interface Browser {
  open(url: string): Promise<Page>;
  submit(from: Page, form: Submission): Promise<Page>;
}

interface Visit {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly body?: string;
  /** The referring page. */
  readonly from?: URL;
}

const mostRedirects = 20;
const idleMilliseconds = 1000;

/** @param signIn adds a sign-in code to a link; called for a forge without a session */
export function createBrowser(signIn: (link: string) => string): Browser {
  const cookies = new Map<string, Map<string, string>>();
  // The forge checks the owner of each new connection, which takes time, so connections are reused.
  // The forge closes an idle connection after five seconds. The robot closes it well before,
  // because a request sent at that moment would fail.
  const agent = new Agent({ keepAlive: true, timeout: idleMilliseconds });

  async function go(visit: Visit): Promise<Page> {
    let next = visit;
    for (let count = 0; count <= mostRedirects; count += 1) {
      requireLoopback(next.url);
      const jar = cookies.get(next.url.origin) ?? new Map<string, string>();
      cookies.set(next.url.origin, jar);
      if (jar.size === 0) next = { ...next, url: new URL(signIn(next.url.href)) };
      const answer = await send(next, { jar, agent });
      keepCookies(jar, answer.message);
      const { location } = answer.message.headers;
      const status = answer.message.statusCode ?? 0;
      if (status < 300 || status >= 400 || location === undefined) {
        return { url: next.url, status, body: answer.body, isDownload: isDownload(answer.message) };
      }
      next = redirect(next, status, location);
    }
    throw new Error(`Too many redirects: ${visit.url.href}`);
  }

  return {
    open: (url) => go({ method: "GET", url: new URL(url) }),
    submit(from, form) {
      const url = new URL(form.action, from.url);
      const query = new URLSearchParams();
      for (const [name, value] of form.fields) query.append(name, value);
      if (form.method === "post") {
        return go({ method: "POST", url, body: query.toString(), from: from.url });
      }
      url.search = query.toString();
      return go({ method: "GET", url, from: from.url });
    },
  };
}

/** Ensures that the robot can never reach a real forge. */
function requireLoopback(url: URL): void {
  const isLoopback = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && isLoopback) return;
  throw new Error(`The robot visits loopback addresses only, not ${url.origin}.`);
}

// Redirects with status 307 or 308 repeat the request. After other redirects, browsers continue
// with GET.
function redirect(visit: Visit, status: number, location: string): Visit {
  const url = new URL(location, visit.url);
  if (status === 307 || status === 308) return { ...visit, url };
  return { method: "GET", url, from: visit.url };
}

function send(
  visit: Visit,
  { jar, agent }: { jar: ReadonlyMap<string, string>; agent: Agent },
): Promise<{ message: IncomingMessage; body: string }> {
  const headers = {
    accept: "text/html,*/*",
    "user-agent": "gatehouse-robot",
    ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join("=")).join("; ") }),
    ...(visit.from && { referer: visit.from.origin + visit.from.pathname }),
    ...(visit.from && visit.method === "POST" && { origin: visit.from.origin }),
    ...(visit.body !== undefined && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(visit.body),
    }),
  };
  return new Promise((resolve, reject) => {
    const options = { method: visit.method, agent, headers };
    const request = requestHttp(visit.url, options, (message) => {
      readText(message).then((body) => resolve({ message, body }), reject);
    });
    request.on("error", reject);
    request.end(visit.body);
  });
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function keepCookies(jar: Map<string, string>, message: IncomingMessage): void {
  for (const line of message.headers["set-cookie"] ?? []) {
    const [, name, value = ""] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined) continue;
    if (value === "" || /;\s*max-age=(?:0|-\d+)/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}

function isDownload(message: IncomingMessage): boolean {
  return /^\s*attachment/i.test(message.headers["content-disposition"] ?? "");
}
