import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { Stopped } from "../../src/shared/errors.ts";
import { listenForStop } from "../../src/shared/listen-for-stop.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s is reported as the reason for the stop",
  (signal) => {
    const run = new EventEmitter();
    const stopped = listenForStop({ on: run.on.bind(run) as NodeJS.Process["on"] });
    expect(stopped.aborted).toBe(false);
    run.emit(signal);
    run.emit(signal);
    expect(stopped.reason).toBeInstanceOf(Stopped);
    expect(stopped.reason).toMatchObject({ by: signal });
  },
);
