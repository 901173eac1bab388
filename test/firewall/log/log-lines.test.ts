import { describe, expect, test } from "vitest";
import type { LogEntry } from "../../../src/firewall/log/logged-decision.ts";
import { logLines } from "../../../src/firewall/log/log-lines.ts";

const rule = { id: "--allow-urls 1", text: "https://github.com/acme/*" };

const denied: LogEntry = {
  at: new Date(1_795_233_888_638),
  kind: "request",
  way: "proxy",
  decision: { allowed: false, reason: "no-pattern", explanation: "no pattern covers /evil" },
  scheme: "https",
  host: "github.com",
  port: 443,
  method: "GET",
  target: "/evil/repo",
  status: 403,
  protocol: "http/1.1",
  bytesSent: 100,
  bytesReceived: 0,
  milliseconds: 0.123,
  userAgent: "curl/7.88.1",
};
const allowed: LogEntry = {
  ...denied,
  decision: { allowed: true, explanation: "covered", rule },
  status: 200,
};
const access = (entry: LogEntry) => logLines(entry, "names").access;
const decision = (entry: LogEntry): unknown => JSON.parse(logLines(entry, "names").decision);

describe("a line of the access log", () => {
  test("has Squid's format, for tools that support Squid logs", () => {
    expect(access(denied)).toBe(
      '1795233888.638 127.0.0.1:0 github.com -:- 1.1 GET 403 TCP_DENIED:HIER_NONE https://github.com/evil/repo "curl/7.88.1"\n',
    );
  });

  test.each<[string, LogEntry, string]>([
    ["an allowed request", allowed, "GET 200 TCP_MISS:HIER_DIRECT https://github.com/evil/repo"],
    [
      "a request that the origin did not answer",
      { ...allowed, status: 502, failure: "refused" },
      "GET 502 TCP_MISS:HIER_NONE https://github.com/evil/repo",
    ],
    [
      "a tunnel whose domain and port are known",
      { ...allowed, kind: "connection", protocol: "tls" },
      "CONNECT 200 TCP_TUNNEL:HIER_DIRECT github.com:443",
    ],
    [
      "another port, HTTP/2 and IPv6",
      { ...allowed, host: "2001:db8::1", port: 8443, protocol: "h2" },
      "2.0 GET 200 TCP_MISS:HIER_DIRECT https://[2001:db8::1]:8443/evil/repo",
    ],
    [
      "plain HTTP on its default port",
      { ...allowed, scheme: "http", port: 80 },
      "TCP_MISS:HIER_DIRECT http://github.com/evil/repo",
    ],
  ])("contains %s", (_case, entry, words) => {
    expect(access(entry)).toContain(`${words} "`);
  });
});

test.each([
  [500, "1970-01-01T00:00:00.500Z", "0.500"],
  [1_795_233_888_007, "2026-11-21T04:04:48.007Z", "1795233888.007"],
  [1_795_233_888_999, "2026-11-21T04:04:48.999Z", "1795233888.999"],
  [1_795_233_889_000, "2026-11-21T04:04:49.000Z", "1795233889.000"],
])("the time %i is the same in both logs", (at, iso, unix) => {
  const lines = logLines({ ...denied, at: new Date(at) }, "names");
  expect(new Date(at).toISOString()).toBe(iso);
  expect(lines.access.split(" ")[0]).toBe(unix);
  expect(JSON.parse(lines.decision)).toMatchObject({ at: iso });
});

describe("a line of the decision log", () => {
  test("contains the rule, the reason, the byte counts and the time", () => {
    expect(decision(allowed)).toEqual({
      at: "2026-11-21T04:04:48.638Z",
      kind: "request",
      way: "proxy",
      allowed: true,
      rule: "--allow-urls 1",
      explanation: "covered",
      method: "GET",
      url: "https://github.com/evil/repo",
      status: 200,
      protocol: "http/1.1",
      bytesSent: 100,
      bytesReceived: 0,
      milliseconds: 0.1,
      userAgent: "curl/7.88.1",
    });
    expect(decision(denied)).toMatchObject({ allowed: false, reason: "no-pattern" });
  });

  test("names only domain and port for a connection that was not intercepted", () => {
    const line = decision({ ...allowed, kind: "connection" });
    expect(line).toMatchObject({ domain: "github.com:443" });
    expect(line).not.toHaveProperty("url");
  });
});

function urlOf(logged: unknown): unknown {
  return typeof logged === "object" && logged !== null && "url" in logged ? logged.url : undefined;
}

describe("text from a client", () => {
  const hostile = 'x"\r\n1795233888.638 127.0.0.1:0 forged\u001b[2J\u202e\u2028\u0085';
  const entry: LogEntry = {
    ...denied,
    host: hostile,
    method: hostile,
    target: `/${hostile}`,
    userAgent: hostile,
    failure: hostile,
    decision: { allowed: false, reason: "ambiguous", explanation: hostile, suggestion: hostile },
  };

  test("cannot start a new line or control the terminal", () => {
    const lines = logLines(entry, "values");
    for (const line of Object.values(lines)) {
      expect(line.slice(0, -1)).toMatch(/^[\x20-\x7e]+$/);
      expect(line.at(-1)).toBe("\n");
    }
    expect(lines.access.split(" ")[9]).toBe('"x%22%0D%0A1795233888.638');
    expect(JSON.parse(lines.decision)).toMatchObject({ userAgent: hostile, explanation: hostile });
  });

  test("shows no credential in any field", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const text = `/a?token=hunter2hunter2&x=${token}`;
    const lines = logLines(
      {
        ...entry,
        target: text,
        userAgent: `agent ${token}`,
        failure: text,
        decision: { allowed: false, reason: "no-rule", explanation: text, suggestion: text },
      },
      "values",
    );
    expect(JSON.stringify(lines)).not.toContain("hunter2");
    expect(JSON.stringify(lines)).not.toContain(token.slice(8));
  });

  test.each([
    ["an absolute target", "http://u:hunter2@a.test/x"],
    ["a user name alone", "http://hunter2@a.test/x"],
    ["a password with an @", "http://u:hun@ter2@a.test/x"],
    ["a password with other characters", 'http://u:"hunter2"<?#\\>@a.test/x'],
    ["a password that is longer than the log line", `http://u:${"hunter2".repeat(400)}@a.test/`],
    ["a URL without a scheme", "u:hunter2@a.test:443"],
    ["a URL that begins with slashes", "//u:hunter2@a.test/x"],
    ["a URL with backslashes", "http:\\\\u:hunter2@a.test/x"],
    ["a URL in a path", "/proxy/https://u:hunter2@a.test/x"],
    ["a URL in a query", "/?to=https://u:hunter2@a.test/x"],
    ["an encoded URL in a query", "/?to=https%3A%2F%2Fu%3Ahunter2%40a.test%2Fx"],
    ["a URL that is encoded twice in a query", "/?to=https%253A%252F%252Fu%253Ahunter2%2540a.test"],
  ])("shows no user information of %s", (_what, target) => {
    for (const shown of ["names", "values"] as const) {
      const text = `nothing covers ${target}`;
      const denial = { allowed: false, reason: "ambiguous", explanation: text } as const;
      const asked = { ...denied, target, userAgent: `x ${target}`, failure: text };
      const isUrl = target.includes("://") || target.includes("%");
      const lines = logLines({ ...asked, ...(isUrl && { decision: denial }) }, shown);
      const where: unknown = JSON.parse(lines.decision);
      expect(
        JSON.stringify(isUrl ? lines : [lines.access.split('"')[0], urlOf(where)]),
      ).not.toMatch(/hunter2|ter2/);
    }
  });

  test("keeps package names, and email addresses outside of URLs", () => {
    const target = "/@scope/a@1.0.0/x@y";
    const lines = logLines(
      { ...denied, target, userAgent: "x/1 (+https://a.test; b@a.test)" },
      "names",
    );
    expect(lines.access).toContain(
      'https://github.com/@scope/a@1.0.0/x@y "x/1 (+https://a.test; b@a.test)"',
    );
  });

  test("is processed in linear time for any target", () => {
    const piece = ["://", ":%2f%2f", "%3a%2f%2f", ":\\\\", "%25", "@", "%40", "a:", "://a@"];
    const began = process.cpuUsage();
    for (const one of piece)
      logLines(
        { ...denied, target: `${one.repeat(60_000 / one.length)}@`, userAgent: one.repeat(20_000) },
        "values",
      );
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });

  test("is truncated if it is excessively long, and the line states by how much", () => {
    const long = { ...denied, target: `/${"a".repeat(60_000)}`, userAgent: "b".repeat(60_000) };
    const lines = logLines({ ...long, method: "M".repeat(60_000) }, "values");
    expect(lines.access.length).toBeLessThan(6000);
    expect(lines.access).toMatch(/a\[\+\d+\] /);
    expect(lines.decision.length).toBeLessThan(6000);
  });
});
