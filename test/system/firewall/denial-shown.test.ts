import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const url = "https://other.test/ok/hello";
const node = `fetch(process.argv[1]).then(async (r) => console.log(r.status, await r.text()), (e) => console.log(String(e.cause ?? e)))`;
const python = `import urllib.request as r, sys; r.urlopen(sys.argv[1])`;
const clients: Readonly<Record<string, readonly string[]>> = {
  curl: ["curl", "-sS", url],
  "curl --http2": ["curl", "--http2", "-sS", url],
  "curl --fail -v": ["curl", "--fail", "-v", "-sS", url],
  git: ["git", "clone", url, "cloned"],
  "node fetch": ["node", "-e", node, url],
  "python urllib": ["python3", "-c", python, url],
  wget: ["wget", "-O", "-", url],
};

const denial = { allowed: false, kind: "connection", domain: "other.test:443", reason: "no-rule" };

async function runDenied(client: string, options: readonly string[]) {
  const before = lab.origins.asked.length;
  const { out, err, log } = await lab.run(clients[client] ?? [], { options });
  expect(lab.origins.asked.slice(before)).toEqual([]);
  return { shown: `${out}${err}`, log };
}

describe("the reason of a denial", () => {
  test.each(Object.keys(clients))("reaches the user of %s with interception", async (client) => {
    const { shown, log } = await runDenied(client, ["--ssl-bump", "--allow-domains", "a.test"]);
    expect(shown).toMatch(/Blocked by policy: .*other\.test/);
    expect(log).toMatchObject([denial]);
  });

  test.each([
    ["curl", false],
    ["curl --fail -v", true],
    ["git", false],
    ["node fetch", false],
    ["python urllib", true],
    ["wget", true],
  ])("without interception, the output of %s contains it: %s", async (client, isShown) => {
    const { shown, log } = await runDenied(client, ["--allow-domains", "a.test"]);
    expect(/Blocked by policy: .*other\.test/.test(shown)).toBe(isShown);
    expect(log).toMatchObject([denial]);
  });
});
