import { expect, test } from "vitest";
import { describeSession } from "../../src/firewall/describe-session.ts";

const runtime = {
  name: "docker",
  reason: "docker is installed",
  program: "/usr/bin/docker",
} as const;
const failed = [{ runtime: "bubblewrap", complaint: "Permission denied" }] as const;
const rule = (id: string, text: string) => ({ id, text });

function report(kind: "link" | "memory") {
  const reported: object[] = [];
  const news = describeSession(
    {
      settings: {
        allowDomains: [rule("--allow-domains 1", "a.test")],
        allowUrls: [],
        blockDomains: [rule("r.yml:1:1", "b.test")],
      },
      command: ["/usr/bin/agent", "--token", "secret"],
    },
    {
      session: { id: "aB3dE9", keyPath: "/s/ssl/ca-key.pem", record: (one) => reported.push(one) },
      log: { folder: "/logs" },
      trust: {
        ca: { subject: "CA aB3dE9", fingerprint: "AB:CD", notAfter: new Date(0) },
        key: { kind, ...(kind === "memory" && { reason: "no /dev/shm" }) },
      },
    },
    { runtime, failed, uncaught: [443], warnings: ["no filter"], limits: [] },
  );
  return { reported, news };
}

test("the session list contains the program, and never its arguments", () => {
  const { reported } = report("link");
  expect(reported).toEqual([
    {
      command: "agent",
      runtime: "docker",
      runtimeReason: "docker is installed",
      rules: ["--allow-domains 1: a.test", "r.yml:1:1: b.test"],
      logs: "/logs",
      ca: {
        subject: "CA aB3dE9",
        fingerprint: "AB:CD",
        notAfter: "1970-01-01T00:00:00.000Z",
        key: "/s/ssl/ca-key.pem",
      },
    },
  ]);
});

test("failed runtimes and unreachable ports are reported to the caller", () => {
  const { news } = report("link");
  expect(news).toMatchObject({
    id: "aB3dE9",
    failed,
    uncaught: [443],
    logs: "/logs",
    warnings: ["no filter"],
  });
});

test("a key without a path is reported with the reason", () => {
  expect(report("memory").news.ca?.key).toBe("in memory only: no /dev/shm");
});
