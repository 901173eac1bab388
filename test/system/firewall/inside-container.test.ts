import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyImage, ensureEmptyImage } from "../../../src/firewall/sandbox/empty-image.ts";
import { formatHardLimits } from "../../../src/firewall/sandbox/hard-limits.ts";
import { openLab, type Lab } from "./lab.ts";
import { podmanEnvironment } from "./podman.ts";

let lab: Lab;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  lab = await openLab();
  env = { PATH: "/usr/sbin:/usr/bin:/bin", ...podmanEnvironment(lab.folder) };
  await ensureEmptyImage({ name: "podman", program: "/usr/bin/podman", reason: "" }, env);
});
afterAll(() => lab.close());

/** Runs gatehouse in a container that has podman's usual options, and some others. */
function runInside(options: readonly string[]) {
  const work = join(lab.folder, "work");
  mkdirSync(work, { recursive: true });
  const system = ["/usr", "/bin", "/lib", "/lib64", "/etc", dirname(process.execPath)];
  const shown = [...new Set(system)].map((path) => `--volume=${path}:${path}:ro`);
  const container = [
    ...shown,
    `--volume=${lab.folder}:${lab.folder}`,
    "--tmpfs=/tmp",
    "--tmpfs=/root",
  ];
  const firewall = ["firewall", "--runtime", "bubblewrap", "--allow-domains", "a.test"];
  const command = [...firewall, "--proxy-logs-dir", "/tmp/logs", "--", "id", "-u"];
  const run = ["run", "--rm", "--network=none", "--pull=never", `--workdir=${work}`];
  const variables = ["--env=HOME=/root", "--env=PATH=/usr/bin:/bin"];
  const program = [emptyImage, process.execPath, join(lab.folder, "program/cli.js"), ...command];
  const { status, stdout, stderr } = spawnSync(
    "podman",
    [...run, ...variables, ...formatHardLimits(), ...container, ...options, ...program],
    { encoding: "utf8", env },
  );
  return { status, stdout, stderr };
}

test("in a container without privileges, root reads which options it needs, and they work", () => {
  const refused = runInside([]);
  expect(refused).toMatchObject({ status: 125, stdout: "" });
  const text = refused.stderr.replaceAll(/\s*\\?\n[ │|]*/g, " ");
  const [options = ""] = /--cap-add .*apparmor=unconfined/.exec(text) ?? [];
  expect(runInside(options.split(" "))).toMatchObject({ status: 0, stdout: "0\n" });
});
