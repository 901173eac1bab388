import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ReportProgress, WaitAction } from "../../../src/prompts/prompter.ts";
import { TimedOut } from "../../../flows/shared/deadline.ts";
import { checkInBrowser, waitInBrowser } from "../../../flows/shared/wait-in-browser.ts";
import type { BrowserWait } from "../../../flows/shared/browser-visit.ts";
import { follow, openScreen, wait } from "./browser-bench.ts";

const minute = 60_000;

function action(id: string, act: () => void): WaitAction {
  const run = () => (act(), undefined);
  return { id, key: "x", label: id, run };
}

describe("while a person is in the browser", () => {
  const never = new Promise<never>(() => undefined);
  const kinds = {
    "polling the forge": { poll: () => Promise.resolve(undefined) },
    "waiting for a callback": { arrival: never },
  };
  const begin = (
    kind: (typeof kinds)[keyof typeof kinds],
    screen: ReturnType<typeof openScreen>,
    more: Partial<BrowserWait> = {},
  ) =>
    follow(
      "poll" in kind
        ? checkInBrowser(screen.context, screen.deps, { ...wait, ...more, ...kind })
        : waitInBrowser(screen.context, screen.deps, { ...wait, ...more, ...kind }),
    );

  describe.each(Object.entries(kinds))("%s", (_, kind) => {
    test("shows the purpose, the link and the deadline of the wait", () => {
      const screen = openScreen();
      begin(kind, screen);
      const { line, link } = wait;
      const deadline = new Date(screen.clock.now().getTime() + 10 * minute);
      expect(screen.updates[0]).toEqual({ line, link, deadline });
    });

    test("shows the details and the reason of the wait if they exist", () => {
      const screen = openScreen();
      const more = {
        body: ["Choose both repositories"],
        steps: ["Open this link:", "Press [ Install ]."],
        why: "It reads them.",
        canLeave: true,
      } as const;
      begin(kind, screen, more);
      expect(screen.screen()).toMatchObject({ id: "install", title: "Install it", ...more });
      begin(kind, screen);
      expect(Object.keys(screen.screen() ?? {})).toEqual(["id", "title", "actions"]);
    });

    test("opens a page that is already open only if o is pressed", async () => {
      const screen = openScreen();
      begin(kind, screen, { isOpen: true });
      await turn();
      expect(screen.opened).toEqual([]);
      await screen.press("open");
      expect(screen.opened).toHaveLength(1);
    });

    test("shows the next step if it is known", () => {
      const screen = openScreen();
      begin(kind, screen, { next: "the key is stored" });
      expect(screen.updates[0]).toMatchObject({ next: "the key is stored" });
    });

    test("o opens the page that fixes a problem, and afterwards the original page", async () => {
      const screen = openScreen();
      const settings = "https://forge.example/settings";
      const problem = {
        text: "It is suspended.",
        hints: [{ text: "Unsuspend it", link: settings }],
      };
      begin(kind, screen, {
        isOpen: true,
        actions: ({ report }) => [
          action("break", () => report({ problem, link: null })),
          action("mend", () => report({ problem: null, link: wait.link })),
        ],
      });
      for (const id of ["break", "open", "mend", "open"]) await screen.press(id);
      expect(screen.opened.map(([link]) => link)).toEqual([settings, wait.link]);
    });

    test("opens the page again if o is pressed", async () => {
      const screen = openScreen();
      begin(kind, screen);
      await turn();
      await screen.press("open");
      expect(screen.opened).toEqual([
        [wait.link, undefined],
        [wait.link, undefined],
      ]);
    });

    test("reports that no browser opens, and still shows the purpose", async () => {
      const screen = openScreen(() => Promise.resolve(false));
      begin(kind, screen);
      await turn();
      expect(screen.updates.slice(1)).toEqual([{ amiss: "no browser opened" }]);
    });

    test("uses the wait's own message if no browser opens", async () => {
      const screen = openScreen(() => Promise.resolve(false));
      begin(kind, screen, { ifUnopened: "Open it yourself" });
      await turn();
      expect(screen.updates.at(-1)).toEqual({
        amiss: "no browser opened",
        line: "Open it yourself",
      });
    });

    test("ends at the deadline, and not earlier", async () => {
      const screen = openScreen();
      const seen = begin(kind, screen);
      await screen.clock.pass(10 * minute - 1);
      expect(seen.error).toBeUndefined();
      await screen.clock.pass(1);
      expect(seen.error).toBeInstanceOf(TimedOut);
      expect((seen.error as Error).message).toBe("The installation timed out.");
    });

    test("gets more time if e is pressed, and shows how much", async () => {
      const screen = openScreen();
      const seen = begin(kind, screen, { minutes: 30 });
      expect(screen.keys()?.at(-1)).toBe("e +30 min");
      await screen.clock.pass(29 * minute);
      await screen.press("extend");
      const end = new Date(screen.clock.now().getTime() + 31 * minute);
      expect(screen.updates.at(-1)).toEqual({ deadline: end });
      await screen.clock.pass(31 * minute - 1);
      expect(seen.error).toBeUndefined();
      await screen.clock.pass(1);
      expect(seen.error).toBeInstanceOf(TimedOut);
    });

    test("ends with the operator's own reason, and leaves no pause behind", async () => {
      const screen = openScreen();
      const seen = begin(kind, screen);
      await turn();
      const reason = new Error("the person stopped");
      screen.stop.abort(reason);
      await turn();
      expect(seen.error).toBe(reason);
      expect(screen.clock.pauses()).toBe(0);
    });

    test("ends if the browser fails in an unexpected way", async () => {
      const screen = openScreen(() => Promise.reject(new Error("a bug")));
      const seen = begin(kind, screen);
      await turn();
      expect(seen.error).toMatchObject({ message: "a bug" });
    });

    test("places the additional keys of the wait between opening again and more time", async () => {
      const screen = openScreen();
      begin(kind, screen, {
        actions: ({ report }) => [
          {
            id: "later",
            key: "l",
            label: "later",
            run: () => (report({ line: "Later" }), undefined),
          },
        ],
      });
      const keys = screen.keys() ?? [];
      expect([keys[0], ...keys.slice(-2)]).toEqual(["o open again", "l later", "e +10 min"]);
      await screen.press("later");
      expect(screen.updates.at(-1)).toEqual({ line: "Later" });
    });
  });

  test("reports observations during the wait, but not after it", async () => {
    const screen = openScreen();
    let report: ReportProgress = () => undefined;
    let arrive: (code: string) => void = () => undefined;
    const arrival = new Promise<string>((resolve) => (arrive = resolve));
    const watch = (given: ReportProgress) => void (report = given);
    const seen = follow(waitInBrowser(screen.context, screen.deps, { ...wait, arrival, watch }));
    await turn();
    report({ seen: "your browser opened the page" });
    expect(screen.updates.at(-1)).toEqual({ seen: "your browser opened the page" });
    arrive("the code");
    await turn();
    expect(seen.result).toBe("the code");
    report({ seen: "your browser opened the page again" });
    expect(screen.updates.at(-1)).toEqual({ seen: "your browser opened the page" });
  });

  test("a result ends the wait and its pauses", async () => {
    const screen = openScreen();
    const arrival = Promise.resolve("the code");
    expect(await waitInBrowser(screen.context, screen.deps, { ...wait, arrival })).toBe("the code");
    await turn();
    expect(screen.clock.pauses()).toBe(0);
    expect(screen.opened).toHaveLength(1);
  });

  test("an action of the wait can end the pause between two checks", async () => {
    const screen = openScreen();
    let isLater = false;
    const seen = follow(
      checkInBrowser(screen.context, screen.deps, {
        ...wait,
        poll: () => Promise.resolve(isLater ? "later" : undefined),
        actions: ({ checkAgain }) => [
          {
            id: "later",
            key: "l",
            label: "later",
            run: () => {
              isLater = true;
              checkAgain();
              return undefined;
            },
          },
        ],
      }),
    );
    await screen.clock.pass(1);
    await screen.press("later");
    await turn();
    expect(seen.result).toBe("later");
  });
});
