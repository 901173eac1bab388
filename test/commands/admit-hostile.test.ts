import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { answerAs, mintedAnswer } from "../run/admit/hostile-answers.ts";
import { openServer } from "../forge/forge-bench.ts";
import { openStep } from "./admit-bench.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const variables = "/repos/acme/control/actions/variables";

function switchProtocols(response: ServerResponse): void {
  response.socket?.end(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
  );
}

async function openHostile(left: number, others: Parameters<typeof answerAs>[1] = () => false) {
  const step = await openStep(program);
  const forge = await openServer(answerAs(left, others));
  const app = await step.addApp("write", ["acme/control"]);
  step.env["FORGE_API_URL"] = `${forge.origin}/api/v3`;
  step.env["CP_FORGE_TOKEN"] = "pat";
  const pair = {
    CP_FORGE_WRITE_APP_ID: app.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
  };
  const asked = () =>
    forge.heard.map(({ method, path }) => `${method} ${path.replace("/api/v3", "")}`);
  return { ...step, ...forge, asked, pair };
}

describe("if a server switches protocols, no run is admitted", () => {
  test("in response to the capacity request", async () => {
    const step = await openHostile(0, (_, response) => (switchProtocols(response), true));
    const { code, out } = await step.run(["--json"]);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ reason: "unreadable-capacity", requests: 3 });
  });

  test("in response to storing a denial: the run remains denied, and the token is revoked", async () => {
    const step = await openHostile(7, ({ path }, response) => {
      if (!path.endsWith("/variables")) return false;
      switchProtocols(response);
      return true;
    });
    Object.assign(step.env, step.pair);
    const { code, out, err } = await step.run(["--json"]);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ reason: "denied", remaining: 7, requests: 7 });
    expect(err).toContain("not recorded for later runs: the API did not respond.");
    expect(step.asked().slice(-2)).toEqual([`POST ${variables}`, "DELETE /installation/token"]);
  });
});

test("if a callback crashes, the run is not admitted", async () => {
  const step = await openHostile(5000, () => true);
  const crash = join(step.folder, "crash.cjs");
  const isWatched = 'process.listenerCount("uncaughtException") > 0';
  writeFileSync(crash, `setInterval(() => { if (${isWatched}) throw new Error("odd"); }, 1);`);
  const { code, err } = await step.run([], { NODE_OPTIONS: `--require ${crash}` });
  expect(code).toBe(6);
  expect(err).toContain("✖ This is a bug in gatehouse. Please report it with the lines below:");
});

test("if the process exits before the verdict, the run is not admitted", async () => {
  const step = await openHostile(5000);
  const mute = join(step.folder, "mute.cjs");
  const lines = [
    'const { EventEmitter } = require("node:events");',
    'require("node:http").request = () => Object.assign(new EventEmitter(), { end() {} });',
    'require("node:module").syncBuiltinESMExports();',
  ];
  writeFileSync(mute, lines.join("\n"));
  const { code, out } = await step.run([], { NODE_OPTIONS: `--require ${mute}` });
  expect({ code, out }).toEqual({ code: 6, out: "" });
});

describe("canceling a run", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "with %s during minting revokes the token first, and outputs no admission",
    async (signal) => {
      let child: ReturnType<typeof spawn> | undefined;
      const step = await openHostile(5000, ({ path }, response) => {
        if (!path.endsWith("/access_tokens")) return false;
        child?.kill(signal);
        const permissions = { actions: "read", contents: "read" };
        response.writeHead(201, { "content-type": "application/json" });
        // The response arrives after the signal.
        setImmediate(() => response.end(JSON.stringify(mintedAnswer(permissions))));
        return true;
      });
      const [id, key] = Object.values(step.pair);
      const pair = { CP_FORGE_READ_APP_ID: id, CP_FORGE_READ_APP_PRIVATE_KEY: key };
      const env = { PATH: process.env["PATH"], ...step.env, ...step.files, ...pair };
      child = spawn(execPath, [program.cli(), "admit"], { cwd: step.folder, env });
      const [code] = (await once(child, "exit")) as [number | null];
      expect(code).toBe(6);
      // The capacity request may already be in flight and arrive after the revocation.
      const others = step.asked().filter((each) => each !== "GET /rate_limit");
      expect(others.at(-1)).toBe("DELETE /installation/token");
      expect(await step.outputs()).toMatchObject({ admitted: "false" });
    },
  );
});

describe("if the output of a verdict fails", () => {
  test.each([[["--json"]], [["--json", "--soft"]]])(
    "the run is not admitted if standard output is full: %j",
    async (args) => {
      const step = await openHostile(5000);
      const line = `"${execPath}" "${program.cli()}" admit ${args.join(" ")} > /dev/full`;
      const options = { cwd: step.folder, env: { PATH: process.env["PATH"], ...step.env } };
      const failure = await promisify(execFile)("sh", ["-c", line], options).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: 6 });
    },
  );

  test("the step does not block on a pipe without a reader", async () => {
    const step = await openHostile(5000);
    const pipe = join(step.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const summary = await step.run([], { FORGE_STEP_SUMMARY: pipe });
    expect(summary.code).toBe(0);
    expect(summary.err).toContain("Could not write the run's summary.");
    const output = await step.run([], { FORGE_OUTPUT: pipe });
    expect(output.code).toBe(2);
    expect(output.err).toContain("Could not write the file named in FORGE_OUTPUT.");
    execFileSync("sh", ["-c", `rm "${step.settings}" && mkfifo "${step.settings}"`]);
    expect((await step.run()).code).toBe(2);
  });
});

describe("a request that was not sent is not counted", () => {
  test("because the PAT contains an invalid header character", async () => {
    const step = await openHostile(5000);
    const { code, err } = await step.run(["--json"], { CP_FORGE_TOKEN: "a\nb" });
    expect(code).toBe(2);
    expect(err).toContain("CP_FORGE_TOKEN contains an invisible character, U+000A, at position 2.");
    expect(step.heard).toEqual([]);
  });

  test.each(["pat", "pair"])("because the proxy URL is invalid: %s", async (kind) => {
    const step = await openHostile(5000);
    const [id = "", key = ""] = Object.values(step.pair);
    const pair = { CP_FORGE_READ_APP_ID: id, CP_FORGE_READ_APP_PRIVATE_KEY: key };
    const beyond = { FORGE_API_URL: "https://forge.invalid/api/v3", HTTPS_PROXY: "ftp://x" };
    const { out } = await step.run(["--json"], { ...beyond, ...(kind === "pair" && pair) });
    expect(JSON.parse(out)).toMatchObject({ reason: "unreadable-capacity", requests: 0 });
  });
});

test("if no App is stored, the summary of the run reports it, but the log does not", async () => {
  const step = await openHostile(5000);
  const { out, err } = await step.run();
  expect(out + err).not.toContain("No read App");
  expect(readFileSync(step.files.FORGE_STEP_SUMMARY, "utf8")).toContain(
    "- No read App is set: CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY are empty.",
  );
});
