import { describe, expect, test } from "vitest";
import {
  ControlFileRefused,
  followControlFile,
  writeControlFile,
} from "../../../src/plane/scope/control-files.ts";
import { createControlMemory } from "../../../src/plane/repository/repository-cache.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { findFile } from "../../../src/forge/resources/contents.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { failureOf, openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const path = ".forge/control-plane.json";
const put = `PUT /repos/acme/control/contents/${path}`;

async function openFile() {
  const bench = await openBench();
  const follow = (client: ForgeClient) => {
    const speaking = () => Promise.resolve(client);
    const { files } = createControlMemory(speaking, repository);
    return followControlFile(speaking, { repository, files, path });
  };
  const [file, others] = [follow(bench.client), follow(bench.clientOf())];
  const text = async () => (await findFile(bench.clientOf(), repository, path))?.text;
  const puts = () =>
    bench.emulator
      .requests()
      .filter(({ method, path: at }) => method === "PUT" && at.endsWith(path)).length;
  return { ...bench, file, others, text, puts };
}

const workflow = ".forge/workflows/proof.yml";

/** Returns the result of a workflow's commit that the forge rejects. */
async function refuseWorkflow(status: number, message: string) {
  const { client, emulator } = await openBench();
  const on = `PUT /repos/acme/control/contents/${workflow}`;
  emulator.setFaults([{ on, play: { kind: "status", status, message } }]);
  const change = { path: workflow, content: "on: push\n", message: "Make it" };
  const error = await failureOf(writeControlFile(client, repository, change));
  if (!(error instanceof ControlFileRefused)) throw error;
  return error;
}

describe("a control file", () => {
  test("is undefined if it does not exist, and is read back exactly after it is created and changed", async () => {
    const { file, text } = await openFile();
    expect(await file.read()).toBeUndefined();
    await file.write("é ✔ 日本\n", "Make it");
    expect(await text()).toBe("é ✔ 日本\n");
    await file.write("two", "Change it");
    expect(await text()).toBe("two");
  });

  test("that already has this content is not committed again", async () => {
    const { file, puts } = await openFile();
    await file.write("one", "Make it");
    await file.write("one", "Make it");
    expect(puts()).toBe(1);
  });

  test("that another user changed since it was read keeps the user's change", async () => {
    const { file, others, text } = await openFile();
    await file.write("one", "Make it");
    await file.read();
    await others.write("theirs", "Change it");
    const error = await failureOf(file.write("mine", "Change it"));
    expect(error).toMatchObject({
      name: "ControlFileRefused",
      message: `${path} was changed by another user in the meantime.`,
      exitCode: 3,
    });
    expect(await text()).toBe("theirs");
    await file.read();
    await file.write("mine", "Change it");
    expect(await text()).toBe("mine");
  });

  test("that another user created or removed since the check is not overwritten", async () => {
    const { file, others, text, rest } = await openFile();
    await file.read();
    await others.write("theirs", "Make it");
    expect((await failureOf(file.write("mine", "Make it"))).message).toContain(
      ".forge/control-plane.json was changed by another user in the meantime.",
    );
    expect(await text()).toBe("theirs");

    const seen = await file.read();
    const body = { message: "Away", sha: seen?.sha };
    await rest("DELETE", `/repos/acme/control/contents/${path}`, { body });
    expect((await failureOf(file.write("mine", "Change it"))).message).toContain(
      ".forge/control-plane.json was changed by another user in the meantime.",
    );
    expect(await text()).toBeUndefined();
  });

  test.each([
    ["does not match", 409, `${path} does not match 0123`],
    ["is at another commit", 409, "is at 0123 but expected 4567"],
    ["was created", 422, `Invalid request. "sha" wasn't supplied.`],
  ])(
    "that %s between the check and the write is reported as changed by another user",
    async (_, status, message) => {
      const { file, emulator } = await openFile();
      emulator.setFaults([{ on: put, play: { kind: "status", status, message } }]);
      const error = await failureOf(file.write("mine", "Make it"));
      expect(error.message).toBe(`${path} was changed by another user in the meantime.`);
    },
  );

  test.each([
    ["409", 409, "Could not update file: Changes must be made through a pull request."],
    ["409 of a branch rule", 409, "Repository rule violations found"],
    ["403", 403, "Resource not accessible by personal access token"],
    ["422", 422, "Invalid request"],
  ])("on a branch that rejects commits (%s) is reported as such", async (_, status, message) => {
    const { file, emulator } = await openFile();
    emulator.setFaults([{ on: put, play: { kind: "status", status, message } }]);
    const error = await failureOf(file.write("mine", "Make it"));
    expect(error.message).toContain(`Could not commit ${path} to acme/control: `);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({
      hints: [{ text: "If the branch is protected, commit this file with a pull request" }],
    });
  });

  test.each([
    ["409", 409, "Could not update file: Changes must be made through a pull request.", true],
    ["422 of a branch rule", 422, "Required status check is expected", true],
    ["422 without a branch rule", 422, "path contains a malformed path component", false],
    ["403 without a branch rule", 403, "Resource protected by SAML", false],
  ])(
    "of a rejected workflow (%s) needs a pull request only if the branch requires it",
    async (_, status, message, isForPull) => {
      const { hints } = await refuseWorkflow(status, message);
      const text = isForPull
        ? `Commit this file with a pull request: ${workflow}`
        : "Check that this account can write to the control repository";
      expect(hints).toEqual([{ text }]);
    },
  );

  test.each([
    ["404 without a reason", 404, "Not Found"],
    ["403", 403, "refusing to allow an OAuth App to update it without `workflow` scope"],
    ["403 with the message for Apps", 403, "… without `workflows` permission"],
    ["403 that names the permission", 403, "Needs the workflow permission"],
  ])(
    "of a workflow that was rejected for a missing scope (%s) has the command that grants the scope",
    async (_, status, message) => {
      const { hints, cause } = await refuseWorkflow(status, message);
      expect(hints).toEqual([
        {
          text: "Grant your login the scope for changing workflows: stop the embedded forge and start it again",
          command: expect.stringMatching(/^gatehouse emulator --port \d+$/),
        },
      ]);
      expect(cause).toMatchObject({ name: "RefusedByForge", status });
    },
  );

  test("that the forge never received is reported as such", async () => {
    const { file, emulator } = await openFile();
    emulator.setFaults([{ on: put, play: { kind: "cut", when: "before" } }]);
    expect((await failureOf(file.write("mine", "Make it"))).name).toBe("ForgeUnreachable");
  });

  test("whose commit succeeded without a response is not committed again, and can then be changed", async () => {
    const { file, others, text, puts } = await openFile();
    await others.write("theirs", "Make it");
    await file.read();
    await others.write("mine", "Make it");
    await file.write("mine", "Make it");
    expect(puts()).toBe(2);
    await file.write("mine again", "Change it");
    expect(await text()).toBe("mine again");
  });

  test("that is new, and whose commit succeeded without a response, is not committed again", async () => {
    const { file, emulator, text, puts } = await openFile();
    await file.read();
    emulator.setFaults([{ on: put, play: { kind: "cut", when: "after" } }]);
    expect((await failureOf(file.write("mine", "Make it"))).name).toBe("ForgeUnreachable");
    await file.write("mine", "Make it");
    expect(puts()).toBe(1);
    await file.write("mine again", "Change it");
    expect(await text()).toBe("mine again");
  });

  test("that another user created with the same content is accepted at the next attempt", async () => {
    const { file, others, puts } = await openFile();
    await file.read();
    await others.write("both", "Make it");
    expect((await failureOf(file.write("both", "Make it"))).message).toContain(
      ".forge/control-plane.json was changed by another user in the meantime.",
    );
    await file.write("both", "Make it");
    expect(puts()).toBe(2);
  });

  test("whose path is a directory is refused, not treated as a bug", async () => {
    const { client } = await openFile();
    const inside = { path: `${path}/deep.json`, content: "{}", message: "Make it" };
    await writeControlFile(client, repository, inside);
    const error = await failureOf(findFile(client, repository, path));
    expect(error).toMatchObject({ exitCode: 2, message: `${path} is a directory, not a file.` });
  });
});
