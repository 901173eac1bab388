import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const token = `ghp_${"a1B2".repeat(9)}`;
const ask = [
  "curl",
  "-sS",
  "-H",
  `Authorization: Bearer ${token}`,
  "--json",
  JSON.stringify({ note: "hello", token }),
  "https://a.test/ok/hello",
];
const rules = ["--allow-domains", "a.test"];

test.each(["root", "nobody"] as const)("as %s, bodies are in a private file", async (as) => {
  const folders = lab.makeFolders(as);
  const options = ["--ssl-bump", ...rules, "--log-bodies"];
  const { out, err } = await lab.run(ask, { folders, options, as });
  expect(out).toContain("origin of a.test");
  const path = join(folders.logs, "bodies.jsonl");
  expect(err).toContain("Bodies are logged in");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(JSON.parse(text)).toMatchObject({
    method: "POST",
    url: "https://a.test/ok/hello",
    status: 200,
    request: { text: expect.stringContaining('"note":"hello"') },
    response: { text: expect.stringContaining("origin of a.test") },
  });
  expect(text).not.toContain(token);
  expect(text).not.toMatch(/authorization/i);
});

test("the limit can be changed, and there is no file without the option", async () => {
  const folders = lab.makeFolders();
  const path = join(folders.logs, "bodies.jsonl");
  const { err } = await lab.run(ask, { folders, options: ["--ssl-bump", ...rules] });
  expect(err).not.toContain("Bodies are logged");
  expect(existsSync(path)).toBe(false);
  await lab.run(ask, { folders, options: ["--ssl-bump", ...rules, "--log-bodies=10"] });
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ request: { isCut: true } });
});

test("without interception, the option is an error", async () => {
  const { code, err } = await lab.run(ask, { options: [...rules, "--log-bodies"] });
  expect(code).toBe(125);
  expect(err).toContain("requires --ssl-bump: otherwise bodies are not visible");
});
