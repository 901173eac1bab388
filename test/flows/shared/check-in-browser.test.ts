import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { checkInBrowser } from "../../../flows/shared/wait-in-browser.ts";
import { follow, openScreen, wait } from "./browser-bench.ts";

const minute = 60_000;

/** Checks until the n-th attempt and records the times. */
function statPath(screen: ReturnType<typeof openScreen>, last: number) {
  const start = screen.clock.now().getTime();
  const times: number[] = [];
  const read = () => {
    times.push(screen.clock.now().getTime() - start);
    return Promise.resolve(times.length < last ? undefined : "installed");
  };
  return { times, read };
}

describe("a check", () => {
  test("that succeeds at once does not open a page", async () => {
    const screen = openScreen();
    const { read } = statPath(screen, 1);
    expect(await checkInBrowser(screen.context, screen.deps, { ...wait, poll: read })).toBe(
      "installed",
    );
    expect(screen.opened).toEqual([]);
  });

  test("without a result opens the page once, with the repositories to select there", async () => {
    const screen = openScreen();
    const { read } = statPath(screen, 4);
    const selection = ["acme/control"];
    const seen = follow(
      checkInBrowser(screen.context, screen.deps, { ...wait, selection, poll: read }),
    );
    await screen.clock.pass(minute);
    expect(seen.result).toBe("installed");
    expect(screen.opened).toEqual([[wait.link, selection]]);
  });

  test("follows as soon as the page has opened, and then in growing pauses", async () => {
    const screen = openScreen();
    const { read, times } = statPath(screen, 9);
    void checkInBrowser(screen.context, screen.deps, { ...wait, poll: read });
    await screen.clock.pass(minute);
    const pauses = times.map((time, index) => Math.round(time - (times[index - 1] ?? 0)));
    expect(pauses).toEqual([0, 0, 2800, 3920, 5488, 7683, 8000, 8000, 8000]);
  });

  test.each([
    ["with the page", [0, 2800]],
    ["with the page and a pause", [2000, 4800]],
  ] as const)("runs at the correct times if it begins %s", async (begins, expected) => {
    const screen = openScreen();
    const { read, times } = statPath(screen, 2);
    const opened: number[] = [];
    const seen = follow(
      checkInBrowser(screen.context, screen.deps, {
        ...wait,
        begins,
        poll: () => (opened.push(screen.opened.length), read()),
      }),
    );
    await screen.clock.pass(minute);
    expect(seen.result).toBe("installed");
    expect(times).toEqual(expected);
    expect(opened).toEqual([1, 1]);
  });

  test("that begins with a pause runs at once on Enter", async () => {
    const screen = openScreen();
    const { read, times } = statPath(screen, 1);
    const begins = "with the page and a pause";
    const seen = follow(
      checkInBrowser(screen.context, screen.deps, { ...wait, begins, poll: read }),
    );
    await screen.clock.pass(1);
    await screen.press("check");
    await turn();
    expect(times).toEqual([1]);
    expect(seen.result).toBe("installed");
  });

  test("does not wait for a browser that is slow to open", async () => {
    const screen = openScreen(() => new Promise(() => undefined));
    const { read, times } = statPath(screen, 2);
    const seen = follow(checkInBrowser(screen.context, screen.deps, { ...wait, poll: read }));
    await screen.clock.pass(2000);
    expect(times).toEqual([0, 2000]);
    expect(seen.result).toBe("installed");
  });

  test("does not open a page that is already open", async () => {
    const screen = openScreen();
    const { read, times } = statPath(screen, 2);
    void checkInBrowser(screen.context, screen.deps, { ...wait, isOpen: true, poll: read });
    await screen.clock.pass(2000);
    expect(times).toEqual([0, 2000]);
    expect(screen.opened).toEqual([]);
  });

  test("runs at once on Enter", async () => {
    const screen = openScreen();
    const { read, times } = statPath(screen, 4);
    const seen = follow(checkInBrowser(screen.context, screen.deps, { ...wait, poll: read }));
    await screen.clock.pass(1);
    expect(screen.keys()).toContain("enter check now");
    await screen.press("check");
    await turn();
    expect(times).toEqual([0, 0, 1]);
    expect(seen.result).toBeUndefined();
  });

  test("ends the wait if it fails with an unexpected error", async () => {
    const screen = openScreen();
    const read = () => Promise.reject(new Error("a bug"));
    const waiting = checkInBrowser(screen.context, screen.deps, { ...wait, poll: read });
    await expect(waiting).rejects.toThrow("a bug");
  });
});
