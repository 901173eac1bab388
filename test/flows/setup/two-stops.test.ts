import { expect, test } from "vitest";
import type { Stopped } from "../../../src/shared/errors.ts";
import { createStops } from "../../../src/prompts/stops.ts";
import { openBench } from "./bench.ts";

test("two simultaneous Ctrl-C between two steps lose no key: the required work is completed", async () => {
  const bench = await openBench();
  const ended: string[] = [];
  const stops = createStops((by) => void ended.push(by));
  const { error } = await bench.setUp({
    stops,
    change: (deps) => ({
      openRegistration: async (options) => {
        const registration = await deps.openRegistration(options);
        // The key has arrived, and no running task can react to the signals.
        const close = async () => {
          stops.stop("SIGINT");
          stops.stop("SIGINT");
          await registration.close();
        };
        return { ...registration, close };
      },
    }),
  });
  expect(ended).toEqual([]);
  expect(error?.message).toBe("Stopped. Read App: created, key and client ID stored.");
});

/** Stops a setup twice after the forge stored the key, but before it answers. */
async function giveUpOnStore(answers: Readonly<Record<string, unknown>>, finishing = false) {
  const bench = await openBench();
  const stops = createStops(() => undefined);
  const facts: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const run = await bench.setUp({
    stops,
    answers,
    onQuestion: (id, _, question) => {
      if (id === "read-keychain-on-stop")
        facts.push(...(question?.facts ?? []).map(({ text }) => text));
      if (id === "read-keychain-on-stop" && finishing) finish();
    },
    change: (deps) => ({
      storeCredential: async (credential, signal) => {
        await deps.storeCredential(credential, signal);
        const given = new Promise((resolve) => signal.addEventListener("abort", resolve));
        stops.stop("SIGINT");
        stops.stop("SIGINT");
        await given;
        await finished;
      },
    }),
  });
  return { ...run, facts, stored: await bench.stored() };
}

test("a setup that gives up storing a key reports an unknown result and how to check it", async () => {
  const { error, facts, stored } = await giveUpOnStore({ "read-keychain-on-stop": false });
  expect(Object.keys(stored)).toContain("CP_FORGE_READ_APP_PRIVATE_KEY");
  expect(facts.join()).toContain("it is unknown whether it is also stored");
  expect(error?.message).toMatch(/^Stopped\..* It is unknown whether its key is stored\.$/);
  expect(error?.message).not.toMatch(/gone|nowhere|lost|not stored/);
  const { hints, underWay } = error as Stopped;
  expect(hints).toEqual([
    { text: "Run the command again to check", command: expect.stringContaining("gatehouse setup") },
  ]);
  expect(underWay?.text).toContain("gatehouse cannot tell whether this was completed:");
});

test("if storing a key succeeds after all, the key is not reported as unknown or lost", async () => {
  const { error } = await giveUpOnStore({ "read-keychain-on-stop": false }, true);
  expect(error?.message).not.toMatch(/unknown|gone/);
});
