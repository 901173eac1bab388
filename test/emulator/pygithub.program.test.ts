import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { machine } from "../system/machine.ts";
import { createApp, installApp, openForge } from "./open-forge.ts";

const script = fileURLToPath(new URL("pygithub.py", import.meta.url));

const workflow = `name: Check
on:
  workflow_dispatch:
    inputs:
      word: { required: true }
jobs:
  say:
    runs-on: x
    steps:
      - run: echo "the word is $WORD"
        env:
          WORD: \${{ inputs.word }}
`;

test("PyGithub lists, pages, writes, starts a workflow, reads its log, mints, and follows a rename", async () => {
  const forge = await openForge();
  const app = await createApp(forge);
  await installApp(forge, app, ["acme/control"]);
  const folder = await mkdtemp(join(tmpdir(), "pygithub-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "check.yml");
  await writeFile(file, workflow);
  const env = {
    API: forge.emulator.apiUrl,
    TOKEN: forge.emulator.userToken.reveal(),
    APP: String(app.appId),
    KEY: app.pem,
    WORKFLOW: file,
  };
  const { stdout } = await promisify(execFile)(machine().python, [script], { env });
  expect(JSON.parse(stdout)).toEqual({
    me: "mona",
    repositories: [
      "acme/api",
      "acme/control",
      "acme/infra",
      "acme/web",
      "globex/tools",
      "mona/notes",
    ],
    issues: ["Three", "Two", "One"],
    open: [3, 2],
    content: "new",
    conflict: [409, expect.stringMatching(/^notes\/a\.md does not match [0-9a-f]{40}$/)],
    dispatched: true,
    conclusion: "success",
    log: true,
    missing: 302,
    installed: "acme/control",
    hidden: 404,
    renamed: "acme/plane",
  });
}, 60_000);
