import { execFile as runFile } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttps } from "node:https";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { machine } from "../machine.ts";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { listen, resolveTo, runProxy } from "../../firewall/proxy/rig.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { openLab, type Lab } from "./lab.ts";

const execFile = promisify(runFile);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const flags = [
  "--headless",
  // Prints the page as it is then, should one of its resources never arrive.
  "--timeout=30000",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

test("Chromium trusts the session CA and shows the reason of a denial, without further flags", async () => {
  // A profile for each, because a browser that is still closing holds a lock on its profile.
  const open = (url: string, profile: number) =>
    `${machine().chromium} ${flags.join(" ")} --user-data-dir=/tmp/profile-${profile} --dump-dom ${url}`;
  const { out } = await lab.run(
    ["sh", "-c", `${open("https://a.test/ok/hello", 1)}; ${open("https://a.test/secret", 2)}`],
    { options: ["--ssl-bump", "--allow-urls", "https://a.test/ok/**"] },
  );
  expect(out).toMatch(/origin of .*Blocked by policy/s);
  expect(out).not.toContain("ERR_CERT");
});

test("Chromium accepts the session CA through its key's hash, if its policies cannot be set", async () => {
  const ca = makeSessionCa(new Date());
  const origin = createHttps(lab.origins.certificates, (_request, response) =>
    response.end("origin of the page"),
  );
  const { url } = await runProxy({
    hosts: ["a.test"],
    issue: issueLeaf(ca),
    upstreamRoots: [readFileSync(lab.origins.certificates.ca, "utf8")],
    resolves: [resolveTo("a.test", 443, await listen(origin))],
  });
  const spki = new X509Certificate(ca.certificate).publicKey.export({
    type: "spki",
    format: "der",
  });
  const hash = createHash("sha256").update(spki).digest("base64");
  const ask = async (...more: readonly string[]) => {
    const given = [...flags, `--user-data-dir=${makeFolder("profile")}`, `--proxy-server=${url}`];
    const args = [...given, ...more, "--dump-dom", "https://a.test/"];
    return (await execFile(machine().chromium, args)).stdout;
  };
  expect(await ask()).toContain("ERR_CERT_AUTHORITY_INVALID");
  expect(await ask(`--ignore-certificate-errors-spki-list=${hash}`)).toContain(
    "origin of the page",
  );
});
