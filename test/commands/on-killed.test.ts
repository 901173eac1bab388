import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { onKilled } from "../../src/commands/on-killed.ts";

/** A process that notes by what it is killed, and whether anybody still listened then. */
function openDying() {
  const deaths: string[] = [];
  const said: string[] = [];
  const events = new EventEmitter();
  const kill = (pid: number, signal: NodeJS.Signals) =>
    deaths.push(`${pid} ${signal}, ${events.listenerCount(signal)} listening`) > 0;
  const dying = Object.assign(events, { pid: 7, kill });
  const stop = onKilled(() => said.push("lost"), dying as unknown as NodeJS.Process);
  return { events, deaths, said, stop };
}

test.each(["SIGTERM", "SIGHUP"])("%s still ends the process, after the words", (signal) => {
  const { events, deaths, said } = openDying();
  events.emit(signal, signal);
  expect({ said, deaths }).toEqual({ said: ["lost"], deaths: [`7 ${signal}, 0 listening`] });
});

test("nothing is said any more when it is over", () => {
  const { events, said, stop } = openDying();
  stop();
  expect(events.emit("SIGTERM", "SIGTERM")).toBe(false);
  expect(said).toEqual([]);
});
