import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeGateRecord } from "../../src/run/admit/gate-record.ts";
import { openServer } from "../forge/forge-bench.ts";
import { inHalfAnHour, openStep } from "./admit-bench.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();

describe("an admission verdict", () => {
  test("is one JSON document with --json, and is also written to the step outputs", async () => {
    const step = await openStep(program);
    const reset = inHalfAnHour();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    await step.setLeft("user:mona", 4321, reset);
    const { code, out } = await step.run(["--json"]);
    const at = new Date(reset * 1000).toISOString();
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      admitted: true,
      reason: "capacity",
      remaining: 4321,
      required: 100,
      reset: at,
      minutesToReset: 30,
      hoursToReset: 0.5,
      record: "none",
      credential: "pat",
      requests: 1,
    });
    expect(await step.outputs()).toEqual({
      admitted: "true",
      reason: "capacity",
      remaining: "4321",
      required: "100",
      reset: at,
      "minutes-to-reset": "30",
    });
  });

  test("is text without --json, and the summary contains the same four fields", async () => {
    const step = await openStep(program);
    const reset = inHalfAnHour();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    await step.setLeft("user:mona", 12, reset);
    const { code, out, err } = await step.run(["--requirement", "3"], {});
    const at = new Date(reset * 1000).toISOString();
    expect({ code, err }).toEqual({ code: 6, err: "" });
    expect(out.replaceAll(at, "RESET")).toMatchInlineSnapshot(`
      " ✖ Denied: not enough requests left.
         reason: denied
         credential: pat
         limit: 5000
         remaining: 12
         required: 100
         reset: RESET
         time to reset: about 30 minutes (0.50 hours)
         The work of this run is incomplete: no target was read, and no agent was started.
         Do not retry before RESET.
         The requirement of 3 was raised to the minimum of 100.
         The denial was not recorded for later runs: no write App is configured.
      "
    `);
    expect((await step.run(["--requirement=3"])).code).toBe(6);
    expect(step.summary().replaceAll(at, "RESET")).toMatchInlineSnapshot(`
      "### API capacity admission gate

      **Denied: not enough requests left.**

      | field | value |
      | --- | --- |
      | remaining | 12 |
      | required | 100 |
      | reset | RESET |
      | time to reset | about 30 minutes (0.50 hours) |

      The work of this run is incomplete: no target was read, and no agent was started.

      Do not retry before RESET.

      - The requirement of 3 was raised to the minimum of 100.
      - The denial was not recorded for later runs: no write App is configured.
      - No read App is set: CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY are empty.
      "
    `);
  });

  test("omits the numbers if the capacity is unknown", async () => {
    const step = await openStep(program);
    step.env["CP_FORGE_TOKEN"] = "ghp_nobodyHasThisTokenAtAllReally000000";
    const { code, out } = await step.run(["--json"]);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({
      reason: "credential-refused",
      remaining: null,
      reset: null,
      minutesToReset: null,
      hoursToReset: null,
    });
    const empty = { remaining: "", reset: "", "minutes-to-reset": "" };
    expect(await step.outputs()).toMatchObject({ admitted: "false", ...empty });
    expect(step.summary()).toContain("| reset | unknown |");
    expect(step.summary()).not.toContain("again before");
  });

  test("that denies the run exits with 0 with --soft, but is still a denial", async () => {
    const step = await openStep(program);
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    await step.setLeft("user:mona", 12, inHalfAnHour());
    const { code, out } = await step.run(["--soft", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ admitted: false, reason: "denied" });
    expect(await step.outputs()).toMatchObject({ admitted: "false" });
  });

  test("is an error if the step output file cannot be written", async () => {
    const step = await openStep(program);
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const { code, out, err } = await step.run(["--json"], { FORGE_OUTPUT: step.folder });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("✖ Could not write the file named in FORGE_OUTPUT.");
  });

  test("is valid even if the summary cannot be written", async () => {
    const step = await openStep(program);
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const { code, err } = await step.run(["--json"], { FORGE_STEP_SUMMARY: step.folder });
    expect(code).toBe(0);
    expect(err).toContain("Could not write the run's summary.");
  });
});

describe("a usage error exits with 2 and suggests a fix", () => {
  test.each([
    [["--nope"], "unknown option"],
    [["--requirement"], "argument missing"],
    [["--requirement", "many"], "✖ --requirement must be a whole number of requests."],
    [["--requirement", "-1"], "✖ --requirement must be a whole number of requests."],
    [["--requirement="], "✖ --requirement must be a whole number of requests."],
    [["now"], "too many arguments"],
    [[], "FORGE_API_URL is empty"],
  ])("%j", async (args, words) => {
    const { code, out, err } = await program.run(["admit", ...args]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
    expect(err).toMatch(/^ {3}gatehouse /m);
  });

  test("settings that cannot be read", async () => {
    const step = await openStep(program);
    step.env["FORGE_TOKEN"] = "own";
    writeFileSync(step.settings, '{ "version": 1, "targets": 7 }');
    const { code, out, err } = await step.run(["--json"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("targets: expected a list");
    expect(step.emulator.requests()).toEqual([]);
  });
});

describe("a token", () => {
  test("is masked in the log before its first use, and is not printed anywhere else", async () => {
    const step = await openStep(program);
    const app = await step.addApp("read", ["acme/control"]);
    const writer = await step.addApp("write", ["acme/control"]);
    step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
    step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
    step.env["CP_FORGE_WRITE_APP_ID"] = writer.clientId;
    step.env["CP_FORGE_WRITE_APP_PRIVATE_KEY"] = writer.pem;
    const asked = step.heed();
    const { code, out, err } = await step.run(["--json", "--requirement", "9999"]);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ reason: "denied", requests: asked().length });
    const masks = err.split("\n").filter((line) => line.startsWith("::add-mask::"));
    expect(masks).toHaveLength(2);
    const tokens = masks.map((line) => line.replace("::add-mask::", ""));
    expect(tokens.every((token) => token.startsWith("ghs_"))).toBe(true);
    const rest = err.replaceAll(/^::add-mask::.*$/gm, "");
    const reported = [
      out,
      rest,
      step.summary(),
      readFileSync(step.files.FORGE_OUTPUT, "utf8"),
    ].join();
    for (const secret of [...tokens, app.pem.split("\n")[1] ?? ""]) {
      expect(reported).not.toContain(secret);
    }
  });

  test("that the step received as input is never printed, not even to mask it", async () => {
    const step = await openStep(program);
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const { out, err } = await step.run();
    expect(out + err).not.toContain(step.env["CP_FORGE_TOKEN"]);
    expect(out + err).not.toContain("add-mask");
  });
});

test("a hundred runs that start at once while a gate record is active send no requests", async () => {
  const step = await openStep(program);
  step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
  step.env["CP_FORGE_API_GATE"] = writeGateRecord({
    limit: 5000,
    remaining: 3,
    reset: inHalfAnHour(),
  });
  const asked = step.heed();
  const runs = await Promise.all(Array.from({ length: 100 }, () => step.run(["--json"], {})));
  expect(new Set(runs.map(({ code }) => code))).toEqual(new Set([6]));
  const answers = runs.map(({ out }) => JSON.parse(out) as { reason: string; requests: number });
  expect(answers.every(({ reason, requests }) => reason === "gate-active" && requests === 0)).toBe(
    true,
  );
  expect(asked()).toEqual([]);
  delete step.env["CP_FORGE_API_GATE"];
  expect((await step.run(["--json"], {})).code).toBe(0);
  expect(asked()).toEqual(["GET /rate_limit 200"]);
});

describe("the connection to a remote forge", () => {
  test("uses the proxy from the environment", async () => {
    const step = await openStep(program);
    const { server, origin } = await openServer((_, response) => response.writeHead(502).end());
    const tunnels: string[] = [];
    server.on("connect", (request, socket) => {
      tunnels.push(String(request.url));
      socket.end("HTTP/1.1 502 No Way\r\n\r\n");
    });
    const beyond = { FORGE_API_URL: "https://forge.invalid/api/v3", HTTPS_PROXY: origin };
    const { code, out } = await step.run(["--json"], { ...beyond, CP_FORGE_TOKEN: "pat" });
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ reason: "unreadable-capacity", requests: 3 });
    expect(tunnels).toEqual(["forge.invalid:443", "forge.invalid:443", "forge.invalid:443"]);
  });

  test("trusts exactly the certificates that Node trusts", async () => {
    const step = await openStep(program);
    const [key, cert] = [join(step.folder, "key.pem"), join(step.folder, "cert.pem")];
    const wanted =
      "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
    execFileSync("openssl", [...wanted.split(" "), "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    const asked: string[] = [];
    const core = { limit: 10, remaining: 5000, reset: inHalfAnHour() };
    const server = createServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (request, response) => {
        asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        response.end(JSON.stringify({ resources: { core } }));
      },
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
    const env = { FORGE_API_URL: address, CP_FORGE_TOKEN: "pat" };
    expect((await step.run(["--json"], env)).code).toBe(6);
    expect(asked).toEqual([]);
    expect((await step.run(["--json"], { ...env, NODE_EXTRA_CA_CERTS: cert })).code).toBe(0);
    expect(asked).toEqual(["GET /api/v3/rate_limit Bearer pat"]);
  });
});
