import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const ssh = "ssh -o BatchMode=yes -o StrictHostKeyChecking=no git@a.test";

test.each([
  ["bubblewrap", []],
  ["bubblewrap", ["--ssl-bump", "--allow-domains", "a.test:22"]],
  ["podman", ["--allow-domains", "a.test:22"]],
] as const)("with %s and %j, ssh prints the reason of its denial", async (runtime, options) => {
  const { code, err, log } = await lab.run(["sh", "-c", ssh], { runtime, options });
  expect(code).toBe(255);
  expect(err).toMatch(
    /Received disconnect from .*: Blocked by policy: SSH is neither HTTP nor TLS/,
  );
  expect(log).toMatchObject([{ allowed: false, domain: "a.test:22", reason: "not-understood" }]);
});

test("git clones an SSH address over HTTPS with the setting that the page names", async () => {
  const setting = `url."https://a.test/ok/git/".insteadOf`;
  const script = `git config --global ${setting} git@a.test: && git clone -q git@a.test:project.git p && ls p`;
  const { out } = await lab.run(["sh", "-c", script], {
    options: ["--ssl-bump", "--allow-domains", "a.test"],
  });
  expect(out).toBe("README\n");
});
