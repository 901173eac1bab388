import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { answerAs, hostileToken, mintedAnswer } from "../run/admit/hostile-answers.ts";
import { openServer } from "../forge/forge-bench.ts";
import { claimKey } from "../keys/ready-keys.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";
import { issue, max, openOutputs, shown } from "./outputs-bench.ts";

const program = installProgram();

/** Prepares a job on a forge that mints tokens and handles new issues as the test specifies. */
async function openStopped(answer: (response: ServerResponse) => void) {
  const minted = JSON.stringify(mintedAnswer({ issues: "write", metadata: "read" }));
  const { origin, heard } = await openServer(
    answerAs(5000, ({ method, path }, response) => {
      const isIssue = method === "POST" && path.endsWith("/issues");
      if (!isIssue && !path.endsWith("/access_tokens")) return false;
      response.writeHead(201, { "content-type": "application/json" });
      if (isIssue) answer(response);
      else response.end(minted);
      return true;
    }),
  );
  const file = join(makeFolder("stopped"), "proposals.jsonl");
  writeFileSync(file, `${JSON.stringify(issue)}\n${JSON.stringify(issue)}\n`);
  const env = {
    PATH: process.env["PATH"],
    FORGE_API_URL: `${origin}/api/v3`,
    FORGE_REPOSITORY: "acme/control",
    CP_FORGE_WRITE_APP_ID: "Iv1.writer",
    CP_FORGE_WRITE_APP_PRIVATE_KEY: String(claimKey().export({ type: "pkcs1", format: "pem" })),
  };
  const args = [program.cli(), "outputs", "apply", "--proposals", file, "--max", "issue=2"];
  return {
    file,
    start: (...more: string[]) => spawn(execPath, [...args, ...more], { env }),
    issues: () =>
      heard.filter(({ method, path }) => method === "POST" && path.endsWith("/issues")).length,
    ended: () =>
      heard
        .filter(({ method }) => method === "DELETE")
        .map(({ headers: { authorization } }) => authorization),
  };
}

describe("a job that receives a stop signal", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "waits after %s for the response to its request, and revokes its token",
    async (signal, expected) => {
      let child: ReturnType<typeof spawn> | undefined;
      const job = await openStopped((response) => {
        child?.kill(signal);
        const body = { number: 1, html_url: "https://forge.example/1" };
        setImmediate(() => response.end(JSON.stringify(body)));
      });
      child = job.start("--json");
      let out = "";
      child.stdout?.on("data", (piece: Buffer) => (out += piece.toString()));
      const [code] = (await once(child, "close")) as [number];
      expect({ code, issues: job.issues(), ended: job.ended() }).toEqual({
        code: expected,
        issues: 1,
        ended: [`Bearer ${hostileToken}`],
      });
      expect(JSON.parse(out)).toMatchObject({
        applied: [{ handler: "issue", line: 1, url: "https://forge.example/1" }],
        left: [{ handler: "issue", line: 2, reason: "not tried: the job was stopped" }],
        failed: [],
      });
      expect(readFileSync(`${job.file}.applied.json`, "utf8")).toContain("https://forge.example/1");
    },
  );

  test("also revokes its token if no response arrives, and records that the request was sent", async () => {
    let child: ReturnType<typeof spawn> | undefined;
    const job = await openStopped(() => child?.kill("SIGTERM"));
    child = job.start();
    let out = "";
    child.stdout?.on("data", (piece: Buffer) => (out += piece.toString()));
    const [code] = (await once(child, "close")) as [number];
    expect({ code, ended: job.ended() }).toEqual({
      code: 143,
      ended: [`Bearer ${hostileToken}`],
    });
    expect(shown(out)).toContain("line 1: the request was sent, but its result is unknown");
    expect(shown(out)).toContain("Skipped: issue on line 2: not tried: the job was stopped");
    const journal = JSON.parse(readFileSync(`${job.file}.applied.json`, "utf8")) as object;
    expect(journal).toMatchObject({ outputs: [{ line: 1, url: "" }] });
  });
});

test("a response without the URL of a page counts as a failure, and the token is revoked", async () => {
  const job = await openStopped((response) => response.end("{}"));
  const child = job.start();
  const [code] = (await once(child, "exit")) as [number];
  expect({ code, issues: job.issues(), ended: job.ended() }).toEqual({
    code: 5,
    issues: 2,
    ended: [`Bearer ${hostileToken}`],
  });
});

test("a response of the forge is not interpreted as a command by the service", async () => {
  const order = "##vso[task.setvariable variable=A]b";
  const body = { number: 1, html_url: `https://forge.example/${order}` };
  for (const args of [[], ["--json"]]) {
    // With a journal, the second run would request the page of the first issue, which this forge
    // does not have.
    const job = await openStopped((response) => response.end(JSON.stringify(body)));
    const child = job.start(...args);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece: Buffer) => (text += piece.toString()));
    }
    await once(child, "close");
    expect(text).toContain("forge.example");
    expect(text).not.toContain("##vso[");
  }
});

test("an invalid journal stops the job before any request is sent", async () => {
  const job = await openOutputs(program);
  job.write(issue);
  writeFileSync(`${job.file}.applied.json`, JSON.stringify({ version: 2 }));
  const { code, err } = await job.apply(max);
  expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: [] });
  expect(shown(err)).toContain(
    "is not a valid gatehouse journal. Check which outputs the repository already has, then delete the file",
  );
});
