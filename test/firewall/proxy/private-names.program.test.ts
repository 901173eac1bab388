import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import { describe, expect, test } from "vitest";
import { isFault } from "../../../src/firewall/rules/fault.ts";
import { parseResolve } from "../../../src/firewall/config/parse-resolve.ts";
import { logLines } from "../../../src/firewall/log/log-lines.ts";
import { readLoggedDecision } from "../../../src/firewall/log/logged-decision.ts";
import { suggestFromLog } from "../../../src/firewall/suggest-from-log.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { append } from "../log/logged.ts";
import { listen, runProxy, type RigOptions } from "./rig.ts";
import { runCurl } from "./run-curl.ts";
import { makeCa } from "./test-ca.ts";

/** A name whose address is private on every machine. The fake rules do not state its port. */
const name = "localhost";

function readSuggestion(text: string) {
  const [, given = ""] = /--resolve (\S+)/.exec(text) ?? [];
  const resolve = parseResolve(given);
  if (isFault(resolve)) throw new Error(`${text}: ${resolve.fault}`);
  return resolve;
}

describe("the denial of a name that resolves to a private address", () => {
  test.each([
    ["over HTTP", "http", "--http1.1"],
    ["over HTTP/1.1, intercepted", "https", "--http1.1"],
    ["over HTTP/2, intercepted", "https", "--http2"],
  ])("names an option that works, %s", async (_mode, scheme, version) => {
    const [ours, theirs] = [makeCa("ours"), makeCa("theirs")];
    const intercepted = { issue: ours.issue, upstreamRoots: [theirs.cert] };
    const options: RigOptions = scheme === "http" ? {} : intercepted;
    const answer = (_request: unknown, response: { end: (text: string) => void }) =>
      response.end("reached");
    const server = scheme === "http" ? createHttp(answer) : createHttps(theirs.issue(name), answer);
    const port = await listen(server);
    const url = `${scheme}://${name}:${port}/`;
    const ask = async (more: RigOptions = {}) => {
      const running = await runProxy({ hosts: [name], ...options, ...more });
      const asked = await runCurl(
        "--proxy",
        running.url,
        "--noproxy",
        "",
        version,
        "--cacert",
        ours.file,
        url,
      );
      return { ...running, out: asked.out };
    };
    const first = await ask();
    expect(first.out).toMatch(/^Blocked by policy: localhost resolves to .*The option --resolve /s);
    const resolve = readSuggestion(first.out);
    expect((await ask({ resolves: [resolve] })).out).toBe("reached");

    const folder = makeFolder("private-names");
    const lines = first.log.map((entry) => logLines(entry, "names").decision);
    append(folder, ...lines.flatMap((line) => readLoggedDecision(line) ?? []));
    const { rules } = await suggestFromLog(folder);
    expect(rules).toMatchObject([{ option: "resolve" }]);
    expect(parseResolve(rules[0]?.text ?? "")).toEqual(resolve);
  });

  test("names the option in the status line, because some clients show only this line", async () => {
    const { url } = await runProxy({ hosts: [name] });
    const run = await runCurl("--proxy", url, "--noproxy", "", "-v", `https://${name}:1/`);
    expect(run.err).toMatch(/HTTP\/1.1 403 Blocked by policy: .*; --resolve localhost:1:\S+ would/);
  });
});
