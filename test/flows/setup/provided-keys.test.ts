import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filledRegistrationLink } from "../../../src/plane/setup/manifest.ts";
import { WrongOwner } from "../../../src/plane/setup/compare-app.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { openBench, repository, type FlowBench, type SetUpOptions } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";
import { widenSelection } from "./widen-selection.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const slug = "gatehouse-acme-control-read";
const secret = "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY";
const leave = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
const idsOf = ({ asked }: { asked: readonly { id: string }[] }) => asked.map(({ id }) => id);
const storings = ({ emulator }: FlowBench) =>
  emulator.requests().filter(({ method, path }) => method === "PUT" && path.startsWith(secret));

/** Returns the answers of an operator who created the read App by hand. */
async function byHand(bench: FlowBench, name: string): Promise<Record<string, unknown>> {
  const made = (await bench.apps()).find((app) => app.slug === name);
  return {
    "read-app-how": "by-hand",
    "read-by-hand": true,
    "read-client-id": made?.clientId,
    "read-new-key": true,
    "read-key-from": "file",
  };
}

/** Returns the answers of an operator who provides this key for an App that lost its own. */
const provide = (file: string) => ({
  "failure:read-incomplete": "new-key",
  "read-new-key": true,
  "read-key-from": "file",
  "read-key-file": file,
});

const withMore: SetUpOptions["change"] = (deps) => ({
  appClient: (...args) => {
    const client = deps.appClient(...args);
    const app = async () => {
      const found = await client.app();
      return { ...found, permissions: { ...found.permissions, contents: "write" } };
    };
    return { ...client, app };
  },
});

describe("an App that was created by hand", () => {
  test("is refused as long as it has more permissions than requested", async () => {
    const bench = await openBench();
    await bench.makeByHand("read", "By hand");
    const key = { "read-key-file": await bench.saveKey("by-hand") };
    const { error, text } = await bench.setUp({
      answers: {
        ...(await byHand(bench, "by-hand")),
        ...key,
        "failure:read-differences": "stop",
      },
      change: withMore,
    });
    expect(error?.message).toBe("The App differs from the plan. Nothing was stored.");
    expect(text).toContain("Contents: Read and write instead of Read-only");
    expect(await bench.stored()).toEqual({});
  });

  test("of another owner is refused: nothing is stored", async () => {
    const bench = await openBench();
    const { profile } = connectInProcess(bench.emulator);
    const mona = { login: "mona", id: 0, kind: "user" } as const;
    const app = { role: "read", name: "By hand", ceiling: readAppCeiling } as const;
    const request = { profile, repository, ...app };
    await bench.robot.visit(filledRegistrationLink(request, mona));
    const page = `${bench.emulator.origin}/settings/apps/by-hand`;
    const file = join(bench.folder, "by-hand.pem");
    writeFileSync(file, (await bench.robot.generateKey(page)).reveal(), { mode: 0o600 });
    const { error, text } = await bench.setUp({
      answers: { ...(await byHand(bench, "by-hand")), "read-key-file": file },
    });
    expect(error).toBeInstanceOf(WrongOwner);
    expect(text).toContain("belongs to mona, not to acme. Its key was discarded.");
    expect(await bench.stored()).toEqual({});
  });

  test("is known to the next run if its key could not be stored", async () => {
    const bench = await openBench();
    await bench.makeByHand("read", "By hand");
    const file = await bench.saveKey("by-hand");
    const on = "PUT /repos/acme/control/actions/secrets/*";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
    const answers = { ...(await byHand(bench, "by-hand")), "read-key-file": file };
    expect((await bench.setUp({ answers })).error).toBeDefined();
    bench.emulator.setFaults([]);
    const rerun = await bench.setUp({ answers: provide(file) });
    expect(idsOf(rerun)).toContain("read-incomplete");
    expect(rerun.outcome?.apps[0]).toMatchObject({ slug: "by-hand", installation: "proved" });
  });

  test("cannot be the App that already has the other role", async () => {
    const bench = await openBench();
    await bench.setUp({ answers: { "write-app-how": undefined } });
    const [read] = await bench.apps();
    const answers = {
      "write-app-how": "by-hand",
      "write-by-hand": true,
      "write-client-id": read?.clientId,
    };
    const { error } = await bench.setUp({ answers });
    expect(error?.message).toContain(
      "This is the client ID of the Read App. The two Apps must differ.",
    );
  });

  test("cannot have the name of the other App", async () => {
    const bench = await openBench();
    const name = "gatehouse-acme-control-read";
    const { error } = await bench.setUp({ answers: { "write-app-name": name } });
    expect(error?.message).toContain(
      "The Read App already has this name, and App names are unique.",
    );
    expect(await bench.apps()).toHaveLength(1);
  });

  test.each(["two words", "", "Iv", "https://forge.example/apps/by-hand"])(
    "cannot have the client ID %j",
    async (id) => {
      const bench = await openBench();
      const answers = { ...(await byHand(bench, "none")), "read-client-id": id };
      const { error } = await bench.setUp({ answers });
      expect(error?.message).toContain("Not a valid client ID. Example: Iv23liAbCdEf.");
    },
  );
});

describe("a key on one line, with its line breaks written out,", () => {
  const flatten = (file: string) => {
    writeFileSync(file, readFileSync(file, "utf8").trim().replaceAll("\n", "\\n"));
    return file;
  };

  test.each(["file", "paste"])("is accepted by %s", async (way) => {
    const bench = await openBench();
    await bench.setUp();
    await bench.send("DELETE", secret);
    const file = flatten(await bench.saveKey(slug));
    const { outcome, error } = await bench.setUp({
      answers: { ...provide(file), "read-key-from": way },
      secrets: { "read-key": { file } },
    });
    expect(error).toBeUndefined();
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });
});

test("an incomplete key is refused when it is pasted, and nothing is stored", async () => {
  const bench = await openBench();
  await bench.setUp();
  await bench.send("DELETE", secret);
  const file = await bench.saveKey(slug);
  const before = storings(bench).length;
  writeFileSync(file, readFileSync(file, "utf8").split("\n").toSpliced(1, 1).join("\n"));
  const { error } = await bench.setUp({
    answers: { ...provide(file), "read-key-from": "paste" },
    secrets: { "read-key": { file } },
  });
  expect(error?.message).toContain("The key is damaged or incomplete.");
  expect(storings(bench)).toHaveLength(before);
});

test("a key that is provided again is stored again, without an error", async () => {
  const bench = await openBench();
  await bench.setUp();
  await bench.send("DELETE", secret);
  const answers = provide(await bench.saveKey(slug));
  await bench.setUp({ answers });
  await bench.send("DELETE", secret);
  const { outcome, text, asked } = await bench.setUp({ answers });
  expect(outcome?.apps[0]?.installation).toBe("proved");
  expect(asked.map(({ id }) => id)).not.toContain("read-back");
  expect(text).not.toContain("The stored values could not be read back");
  expect(await bench.stored()).toMatchObject({ CP_FORGE_READ_APP_PRIVATE_KEY: "set" });
});

describe("a key that is provided to prove an App", () => {
  const proveBy = (file: string) => ({
    ...leave,
    "failure:read-proof": "key",
    "read-key-from": "file",
    "read-key-file": file,
  });

  test("is stored and used from then on", async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    const file = await bench.saveKey(slug);
    // The forge no longer accepts the key that the setup stored.
    await bench.deleteOldestKey(slug);
    await bench.setUp({ answers: proveBy(file) });
    bench.forgetJournal();
    const { outcome } = await bench.setUp({ answers: { ...leave, "failure:read-proof": "run" } });
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });

  test("is stored even if it was stored before, because another user may have replaced it", async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    const file = await bench.saveKey(slug);
    await bench.setUp({ answers: proveBy(file) });
    const { cli } = connectInProcess(bench.emulator);
    await cli.setSecret({ repository, name: "CP_FORGE_READ_APP_PRIVATE_KEY" }, new Secret("junk"));
    const before = storings(bench).length;
    const { outcome } = await bench.setUp({ answers: proveBy(file) });
    expect(outcome?.apps[0]?.installation).toBe("proved");
    expect(storings(bench)).toHaveLength(before + 1);
  });

  test("is recorded in the journal as the proof for the next run", async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    await bench.setUp({ answers: proveBy(await bench.saveKey(slug)) });
    const { outcome, asked } = await bench.setUp({ answers: leave });
    expect(outcome?.apps[0]?.installation).toBe("proved");
    expect(asked.map(({ id }) => id)).not.toContain("read-proof");
  });

  test("of another App is refused before anything is stored", async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    const before = storings(bench).length;
    const wrong = await bench.saveKey("gatehouse-acme-control-write");
    const { error, text } = await bench.setUp({ answers: proveBy(wrong) });
    expect(error).toMatchObject({ exitCode: 3 });
    expect(text).toContain(
      "Check that the key belongs to this App and that this machine's clock is right",
    );
    expect(storings(bench)).toHaveLength(before);
  });

  test("proves nothing while the App is installed on additional repositories", async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    const mending = await widenSelection(bench);
    const { outcome, text } = await bench.setUp({
      answers: proveBy(await bench.saveKey(slug)),
      ...mending,
    });
    expect(text).toContain("acme/web is selected but should not be.");
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });
});

test("a provided key is tried, regardless of earlier proofs and even if the list is unreadable", async () => {
  const bench = await openBench();
  await bench.setUp();
  const [app] = await bench.apps();
  const settings = `${bench.emulator.origin}/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
  await createRobot({ selection: [repository.full, "acme/web"] }).visit(settings);
  await bench.send("DELETE", "/repos/acme/control/actions/variables/CP_FORGE_READ_APP_ID");
  const on = "GET /orgs/acme/installations";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
  const problems: string[] = [];
  const { outcome } = await bench.setUp({
    answers: { ...provide(await bench.saveKey(slug)), ...leave },
    openLink: () => Promise.resolve(true),
    onMoment: async ({ update, act }) => {
      if (!update.problem || problems.length > 0) return;
      problems.push(update.problem.text);
      await createRobot({ selection: [repository.full] }).visit(settings);
      await act("check");
    },
  });
  expect(problems).toEqual(["acme/web is selected but should not be."]);
  expect(outcome?.apps[0]?.installation).toBe("proved");
});
