import { expect, test } from "vitest";
import { createStops } from "../../../src/asking/stops.ts";
import { openBench } from "./bench.ts";

test("two Ctrl-C within one instant, between two steps, lose no key: what must end is done", async () => {
  const bench = await openBench();
  const ended: string[] = [];
  const stops = createStops((by) => void ended.push(by));
  const { error } = await bench.setUp({
    stops,
    change: (deps) => ({
      openRegistration: async (options) => {
        const registration = await deps.openRegistration(options);
        // The key has come, and nothing is under way that would hear it.
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
  expect(error?.message).toBe("Stopped. Read App: made, its key and its ID are stored.");
});
