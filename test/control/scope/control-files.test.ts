import { describe, expect, test } from "vitest";
import { followControlFile, writeControlFile } from "../../../src/control/scope/control-files.ts";
import { findFile } from "../../../src/forge/resources/contents.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { failureOf, openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const path = ".forge/control-plane.json";
const put = `PUT /repos/acme/control/contents/${path}`;

async function openFile() {
  const bench = await openBench();
  const file = followControlFile(() => Promise.resolve(bench.client), repository, path);
  const others = followControlFile(() => Promise.resolve(bench.clientOf()), repository, path);
  const text = async () => (await findFile(bench.clientOf(), repository, path))?.text;
  const puts = () =>
    bench.emulator
      .requests()
      .filter(({ method, path: at }) => method === "PUT" && at.endsWith(path)).length;
  return { ...bench, file, others, text, puts };
}

describe("a control file", () => {
  test("that is not there is undefined; made, changed and read back it is the text, with every letter", async () => {
    const { file, text } = await openFile();
    expect(await file.read()).toBeUndefined();
    await file.write("é ✔ 日本\n", "Make it");
    expect(await text()).toBe("é ✔ 日本\n");
    await file.write("two", "Change it");
    expect(await text()).toBe("two");
  });

  test("that says so already is not committed again", async () => {
    const { file, puts } = await openFile();
    await file.write("one", "Make it");
    await file.write("one", "Make it");
    expect(puts()).toBe(1);
  });

  test("that somebody changed since it was read keeps their change", async () => {
    const { file, others, text } = await openFile();
    await file.write("one", "Make it");
    await file.read();
    await others.write("theirs", "Change it");
    const error = await failureOf(file.write("mine", "Change it"));
    expect(error).toMatchObject({
      name: "ControlFileRefused",
      message: `${path} was changed by somebody else just now.`,
      exitCode: 3,
    });
    expect(await text()).toBe("theirs");
    await file.read();
    await file.write("mine", "Change it");
    expect(await text()).toBe("mine");
  });

  test("that somebody made or removed since it was looked for is not written over", async () => {
    const { file, others, text, rest } = await openFile();
    await file.read();
    await others.write("theirs", "Make it");
    expect((await failureOf(file.write("mine", "Make it"))).message).toContain("somebody else");
    expect(await text()).toBe("theirs");

    const seen = await file.read();
    const body = { message: "Away", sha: seen?.sha };
    await rest("DELETE", `/repos/acme/control/contents/${path}`, { body });
    expect((await failureOf(file.write("mine", "Change it"))).message).toContain("somebody else");
    expect(await text()).toBeUndefined();
  });

  test.each([
    ["does not match", 409, `${path} does not match 0123`],
    ["is at another commit", 409, "is at 0123 but expected 4567"],
    ["came to be", 422, `Invalid request. "sha" wasn't supplied.`],
  ])(
    "that %s between look and write is told as changed by somebody",
    async (_, status, message) => {
      const { file, emulator } = await openFile();
      emulator.setFaults([{ on: put, play: { kind: "status", status, message } }]);
      const error = await failureOf(file.write("mine", "Make it"));
      expect(error.message).toBe(`${path} was changed by somebody else just now.`);
    },
  );

  test.each([
    ["409", 409, "Could not update file: Changes must be made through a pull request."],
    ["409 of a rule", 409, "Repository rule violations found"],
    ["403", 403, "Resource not accessible by personal access token"],
    ["422", 422, "Invalid request"],
  ])("on a branch that takes no commit (%s) is told as that", async (_, status, message) => {
    const { file, emulator } = await openFile();
    emulator.setFaults([{ on: put, play: { kind: "status", status, message } }]);
    const error = await failureOf(file.write("mine", "Make it"));
    expect(error.message).toContain(`acme/control does not take ${path}`);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({
      hints: [{ say: "Where the branch is protected, commit this file by a pull request" }],
    });
  });

  test("in whose place a folder is, is refused and no bug", async () => {
    const { client } = await openFile();
    const inside = { path: `${path}/deep.json`, text: "{}", message: "Make it" };
    await writeControlFile(client, repository, inside);
    const error = await failureOf(findFile(client, repository, path));
    expect(error).toMatchObject({ exitCode: 2, message: `${path} is a folder, not a file.` });
  });
});
