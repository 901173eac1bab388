import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { answerAs, hostileToken, mintedAnswer } from "../run/admit/hostile-answers.ts";
import { openServer, type Heard } from "../forge/forge-bench.ts";
import { claimKey } from "../keys/ready-keys.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const pem = String(claimKey().export({ type: "pkcs1", format: "pem" }));
const issue = JSON.stringify(mintedAnswer({ issues: "write", metadata: "read" }));

/** Prepares a step on a forge that answers the request for a token as the test specifies. */
async function openStep(
  answer: (response: ServerResponse, heard: Heard) => void = (response) => response.end(issue),
) {
  const { origin, heard } = await openServer(
    answerAs(5000, (one, response) => {
      if (!one.path.endsWith("/access_tokens")) return false;
      response.writeHead(201, { "content-type": "application/json" });
      answer(response, one);
      return true;
    }),
  );
  const output = join(makeFolder("token"), "output");
  writeFileSync(output, "");
  const env = {
    PATH: process.env["PATH"],
    FORGE_API_URL: `${origin}/api/v3`,
    FORGE_OUTPUT: output,
    FORGE_REPOSITORY: "acme/control",
    CP_FORGE_WRITE_APP_ID: "Iv1.writer",
    CP_FORGE_WRITE_APP_PRIVATE_KEY: pem,
  };
  const ended = () =>
    heard
      .filter(({ method }) => method === "DELETE")
      .map(({ headers: { authorization } }) => authorization);
  return { env, heard, ended, outputs: () => readFileSync(output, "utf8") };
}

const args = ["token", "--for", "issue"];
const itsEnd = [`Bearer ${hostileToken}`];

describe("a token that cannot be masked is revoked, and is not output", () => {
  test("if the disk is full", async () => {
    const step = await openStep();
    const line = `"${execPath}" "${program.cli()}" ${args.join(" ")} > /dev/full`;
    const child = spawn("sh", ["-c", line], { env: step.env });
    const [code] = (await once(child, "exit")) as [number];
    expect({ code, ended: step.ended(), outputs: step.outputs() }).toEqual({
      code: 2,
      ended: itsEnd,
      outputs: "",
    });
  });

  test("if the reader has closed its pipe", async () => {
    let child: ReturnType<typeof spawn> | undefined;
    const step = await openStep((response) => {
      child?.stdout?.once("close", () => response.end(issue)).destroy();
    });
    child = spawn(execPath, [program.cli(), ...args], { env: step.env });
    const [code] = (await once(child, "exit")) as [number];
    expect({ code, ended: step.ended(), outputs: step.outputs() }).toEqual({
      code: 2,
      ended: itsEnd,
      outputs: "",
    });
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s during minting revokes the token before the process exits",
  async (signal, expected) => {
    let child: ReturnType<typeof spawn> | undefined;
    const step = await openStep((response) => {
      child?.kill(signal);
      setImmediate(() => response.end(issue));
    });
    child = spawn(execPath, [program.cli(), ...args], { env: step.env });
    const [code] = (await once(child, "exit")) as [number];
    expect({ code, ended: step.ended(), outputs: step.outputs() }).toEqual({
      code: expected,
      ended: itsEnd,
      outputs: "",
    });
  },
);

test.each([
  ["fewer permissions", mintedAnswer({ issues: "read" }), "Issues: Read-only instead of"],
  [
    "another repository",
    { ...mintedAnswer({ issues: "write" }), repositories: [] },
    "without acme/control",
  ],
])("a token with %s than requested is reported, and is revoked", async (_what, answer, words) => {
  const step = await openStep((response) => response.end(JSON.stringify(answer)));
  const { code, out, err } = await program.run(args, { env: step.env });
  expect({ code, ended: step.ended(), outputs: step.outputs() }).toEqual({
    code: 3,
    ended: itsEnd,
    outputs: "",
  });
  expect(err).toContain(words);
  expect(out + err).not.toContain(hostileToken);
});

test("if the process exits before the token is delivered, its exit code is an error", async () => {
  const step = await openStep();
  const mute = join(makeFolder("mute"), "mute.cjs");
  const lines = [
    'const silent = Object.assign(new (require("node:events"))(), { end() {} });',
    'require("node:http").request = () => silent;',
    'require("node:module").syncBuiltinESMExports();',
  ];
  writeFileSync(mute, lines.join("\n"));
  const env = { ...step.env, NODE_OPTIONS: `--require ${mute}` };
  const { code, out } = await program.run(args, { env });
  expect({ code, out, outputs: step.outputs() }).toEqual({ code: 4, out: "", outputs: "" });
});

test("an invalid expiry time is not printed", async () => {
  const expires_at = "2026\n::error::x";
  const answer = JSON.stringify({ ...mintedAnswer({ issues: "write" }), expires_at });
  const step = await openStep((response) => response.end(answer));
  const { code, out, err } = await program.run(args, { env: step.env });
  expect({ code, ended: step.ended() }).toEqual({ code: 4, ended: itsEnd });
  expect(out + err + step.outputs()).not.toContain("::error::");
});

test("a summary that cannot be written is reported as a usage error of the step", async () => {
  const step = await openStep();
  const env = { ...step.env, CP_FORGE_WRITE_APP_ID: "", FORGE_STEP_SUMMARY: makeFolder("summary") };
  const { code, err } = await program.run([...args, "--ignore-if-missing"], { env });
  expect(code).toBe(2);
  expect(err).toContain("Could not write the file named in FORGE_STEP_SUMMARY.");
});

test.each([403, 307])(
  "the error for a token that could not be revoked (%d) does not suggest signing in",
  async (status) => {
    const { origin } = await openServer((_, response) => response.writeHead(status).end());
    const env = { FORGE_API_URL: `${origin}/api/v3`, CP_FORGE_WRITE_APP_TOKEN: "ghs_one" };
    const { code, err } = await program.run(["token", "revoke"], { env });
    expect(code).toBe(3);
    expect(err).toContain("│ Check the error. The token expires within an hour");
    expect(err).not.toMatch(/auth |renamed/);
  },
);
