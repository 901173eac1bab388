import { beforeEach, describe, expect, test, vi } from "vitest";
import { askQuestion } from "../../components/ask-question.ts";
import { fitScreen } from "../../components/fit-screen.ts";
import { createKeyDispatcher, type KeyDispatcher } from "../../components/key-dispatcher.ts";
import { pressDisclosure, startDisclosure } from "../../components/keys/disclosure.ts";
import { pressSecret, startSecret } from "../../components/keys/secret.ts";
import { pressSelect, startSelect } from "../../components/keys/select.ts";
import { pressText, startText } from "../../components/keys/text.ts";
import { runWait } from "../../components/run-wait.ts";
import { createScreenStore, type ScreenStore } from "../../components/screen-store.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { Back, type ReportProgress, type WaitAction } from "../../src/prompts/prompter.ts";
import { createStops, type Stops } from "../../src/prompts/stops.ts";
import { Cancelled, InvalidInput, Stopped } from "../../src/shared/errors.ts";
import { readKeyNames } from "./keys/press.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
const options = ["one", "two", "three"].map((value) => ({ value, label: value }));
const topic = { title: "Which?", body: [] };

let store: ScreenStore;
let dispatcher: KeyDispatcher;
let stops: Stops;
let end = vi.fn<() => void>();

beforeEach(() => {
  end = vi.fn<() => void>();
  stops = createStops(end);
  store = createScreenStore({ product: "gatehouse", columns: 80, rows: 24, now: new Date(0) });
  const viewBody = (screen: Parameters<typeof fitScreen>[0]) => fitScreen(screen, theme).body;
  dispatcher = createKeyDispatcher(store, { viewBody, stops, links: { do: () => undefined } });
});

const type = (keys: string) => readKeyNames(keys).forEach((key) => dispatcher.press(key));
/** A text that must be read is shown only after a pause since the last key. */
const shown = () => new Promise<void>((seen) => store.subscribe(() => store.read().open && seen()));
const choose = ({ canGoBack = false, why = "Because." } = {}) =>
  askQuestion(
    dispatcher,
    { ...topic, why },
    { start: startSelect(options), press: pressSelect, situation: { canGoBack } },
  );
const askText = () =>
  askQuestion(
    dispatcher,
    { ...topic, why: "Because." },
    {
      start: startText({}),
      press: pressText,
      situation: { canGoBack: true },
    },
  );

describe("a question", () => {
  test("is answered by keys typed before it opened", async () => {
    type("<down><down><enter>");
    expect(await choose()).toBe(2);
  });

  test("leaves keys that follow its answer to the next question", async () => {
    const first = choose();
    type("<down><enter><enter>");
    expect([await first, await choose()]).toEqual([1, 0]);
  });

  test("rejects with Back only if there is a previous question", async () => {
    const asked = choose({ canGoBack: true });
    type("<escape>");
    await expect(asked).rejects.toBeInstanceOf(Back);
    const first = choose();
    type("<escape><enter>");
    expect(await first).toBe(0);
  });

  test("explains the reason on `?`, and Escape then hides it instead of going back", async () => {
    const asked = choose({ canGoBack: true });
    type("?");
    expect(store.read().isWhyShown).toBe(true);
    type("<escape>");
    expect(store.read().isWhyShown).toBe(false);
    type("<enter>");
    expect(await asked).toBe(0);
  });

  test("treats a `?` as text after other text", async () => {
    const asked = askText();
    type("??a?<enter>");
    expect(await asked).toBe("a?");
  });

  test("is not answered under a window that is too small to show it", async () => {
    const asked = choose();
    store.update({ columns: 30 });
    type("<down><enter>");
    store.update({ columns: 80 });
    type("<enter>");
    expect(await asked).toBe(0);
  });

  test("does not keep any part of a secret on the screen", async () => {
    const start = startSecret({ shape: "line" });
    const asked = askQuestion(dispatcher, topic, { start, press: pressSecret, situation: here });
    type("ghs_token<enter>");
    expect((await asked).reveal()).toBe("ghs_token");
    expect(store.read().open?.control).toBe(start);
  });
});

describe("a disclosure", () => {
  const disclose = (body: string[]) =>
    askQuestion(
      dispatcher,
      { title: "Read:", body },
      {
        start: startDisclosure("Continue"),
        press: pressDisclosure,
        situation: here,
      },
    );

  test("is not answered by an Enter typed before it opened", async () => {
    type("<enter>");
    const asked = disclose(["short"]);
    const settled = vi.fn<(answer: true) => void>();
    void asked.then(settled);
    await shown();
    expect(settled).not.toHaveBeenCalled();
    type("<enter>");
    expect(await asked).toBe(true);
  });

  test("is not required: a failure and a wait also ignore keys typed before they are shown", async () => {
    const failure = () =>
      askQuestion(
        dispatcher,
        { ...topic, error: new InvalidInput("It was refused.") },
        { start: startSelect(options), press: pressSelect, situation: here },
      );
    type("<down><enter>");
    const asked = failure();
    await shown();
    type("<enter>");
    expect(await asked).toBe(0);

    const pressed = vi.fn<() => undefined>();
    const action = { id: "open", key: "o", label: "open", run: pressed };
    type("o");
    let end: () => void = () => {};
    const waiting = runWait(
      { dispatcher, store },
      { id: "w", title: "Wait", actions: [action] },
      () => new Promise<void>((over) => (end = over)),
    );
    await Promise.resolve();
    expect(pressed).not.toHaveBeenCalled();
    type("o");
    expect(pressed).toHaveBeenCalledOnce();
    end();
    await waiting;
  });

  test("scrolls long text to its end before Enter leaves it", async () => {
    const asked = disclose(Array.from({ length: 60 }, (_, index) => `fact ${index}`));
    const scrolls: number[] = [];
    while (store.read().scroll < 40) {
      type("<enter>");
      scrolls.push(store.read().scroll);
    }
    expect(scrolls.length).toBeGreaterThan(1);
    type("<pageup><pagedown><enter>");
    expect(await asked).toBe(true);
  });
});

describe("a wait", () => {
  const wait = (
    actions: WaitAction[],
    task: (report: ReportProgress, signal: AbortSignal) => Promise<string>,
  ) => runWait({ dispatcher, store }, { id: "app", title: "Write App", actions }, task);
  const never = () => new Promise<string>(() => {});

  test("resolves or rejects with its task", async () => {
    await expect(wait([], async () => "done")).resolves.toBe("done");
    await expect(wait([], () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("is cancelled immediately, however slowly its task stops", async () => {
    let stopped: AbortSignal | undefined;
    const asked = wait([], (_report, signal) => ((stopped = signal), never()));
    await Promise.resolve();
    type("<interrupt>");
    await expect(asked).rejects.toBeInstanceOf(Cancelled);
    expect(stopped?.aborted).toBe(true);
  });

  test("shows the rejection of an action, and continues", async () => {
    const answers: ((text: string) => void)[] = [];
    const run = (input: string) => {
      if (input !== "right") return "That is not it.";
      answers.forEach((answer) => answer(input));
      return undefined;
    };
    const action = { id: "paste", key: "p", label: "paste", input: "Text:", run };
    const asked = wait([action], () => new Promise((answer) => answers.push(answer)));
    type("pwrong<enter>");
    await expect
      .poll(() => store.read().open?.control)
      .toMatchObject({ complaint: "That is not it." });
    type("<erase-line>right<enter>");
    expect(await asked).toBe("right");
  });

  test("shows an action's error for the operator, and rejects with any other error", async () => {
    const errors = [new InvalidInput("Not this address."), new TypeError("a bug")];
    const run = () => Promise.reject(errors.shift() ?? new Error("too often"));
    const asked = wait([{ id: "open", key: "o", label: "open", run }], never);
    type("o");
    await expect
      .poll(() => store.read().open?.control)
      .toMatchObject({ complaint: "Not this address." });
    type("o");
    await expect(asked).rejects.toThrow(TypeError);
  });

  test("ignores an update after its end", async () => {
    let late: ReportProgress = () => {};
    await wait([], async (report) => ((late = report), "done"));
    const shown = store.read().open;
    late({ line: "too late" });
    expect(store.read().open).toBe(shown);
  });
});

describe("Ctrl-C", () => {
  test("rejects the open question", async () => {
    const asked = askText();
    type("abc<interrupt>");
    await expect(asked).rejects.toBeInstanceOf(Cancelled);
  });

  test("cancels the next question if nothing is open; a second Ctrl-C stops immediately", async () => {
    type("<interrupt>");
    expect(store.read().isStopping).toBe(true);
    expect(end).not.toHaveBeenCalled();
    type("<interrupt>");
    expect(end).toHaveBeenCalledOnce();
    await expect(choose()).rejects.toBeInstanceOf(Stopped);
    const next = choose();
    type("<enter>");
    expect(await next).toBe(0);
  });

  test("cancels the next wait if nothing is open", async () => {
    type("<interrupt>");
    const waiting = runWait({ dispatcher, store }, { id: "w", title: "Wait" }, async () => 1);
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
  });

  test("lets an uninterruptible wait finish, and cancels the next question", async () => {
    const { waiting, finish, signal } = mustEnd();
    type("<interrupt>");
    expect([store.read().isStopping, signal().aborted]).toEqual([true, false]);
    finish("stored");
    expect(await waiting).toBe("stored");
    await expect(choose()).rejects.toBeInstanceOf(Stopped);
  });

  test("pressed twice abandons an uninterruptible wait, and has no later effect", async () => {
    const { waiting, signal } = mustEnd();
    type("<interrupt><interrupt>");
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(signal().aborted).toBe(true);
    const next = choose();
    type("<enter>");
    expect(await next).toBe(0);
  });

  test("pressed before an uninterruptible wait does not prevent its work; the screen reports the stop", async () => {
    type("<interrupt>");
    const { waiting, finish } = mustEnd();
    expect(store.read().isStopping).toBe(true);
    finish("stored");
    expect(await waiting).toBe("stored");
  });
});

/** Starts an uninterruptible wait that finishes on demand. */
function mustEnd() {
  let finish: (result: string) => void = () => undefined;
  let signal = new AbortController().signal;
  const wait = { id: "store", title: "Storing", mustEnd: true } as const;
  const waiting = runWait({ dispatcher, store }, wait, (_, given) => {
    signal = given;
    return new Promise<string>((resolve) => (finish = resolve));
  });
  return { waiting, finish: (result: string) => finish(result), signal: () => signal };
}

const here = { canGoBack: false };
