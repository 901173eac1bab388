import { beforeEach, describe, expect, test, vi } from "vitest";
import { askQuestion } from "../../components/ask-question.ts";
import { fitScreen, rowsOf } from "../../components/fit-screen.ts";
import { linesOf } from "../terminal/render-options.ts";
import { createKeyDispatcher, type KeyDispatcher } from "../../components/key-dispatcher.ts";
import { pressSelect, startSelect } from "../../components/keys/select.ts";
import { pressText, startText } from "../../components/keys/text.ts";
import { runWait } from "../../components/run-wait.ts";
import { createScreenStore, type ScreenStore } from "../../components/screen-store.ts";
import { AskAgain, Back } from "../../src/prompts/prompter.ts";
import { createStops } from "../../src/prompts/stops.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { readKeyNames } from "./keys/press.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
const options = ["one", "two"].map((value) => ({ value, label: value }));
const topic = { title: "Which?", body: [] };
let store: ScreenStore;
let dispatcher: KeyDispatcher;

beforeEach(() => {
  store = createScreenStore({ product: "gatehouse", columns: 80, rows: 24, now: new Date(0) });
  dispatcher = createKeyDispatcher(store, {
    viewBody: (screen) => fitScreen(screen, theme).body,
    stops: createStops(() => undefined),
    links: { do: () => undefined },
  });
});

const type = (keys: string) => readKeyNames(keys).forEach((key) => dispatcher.press(key));
const choose = (situation = { canGoBack: false, canAskAgain: false }) =>
  askQuestion(dispatcher, topic, { start: startSelect(options), press: pressSelect, situation });

describe("the way out of a wait", () => {
  const action = { id: "open", key: "o", label: "open", run: () => undefined };
  const wait = (situation: { canGoBack: boolean; canAskAgain?: boolean }) => {
    let signal: AbortSignal | undefined;
    const waiting = runWait(
      { dispatcher, store },
      { id: "w", title: "Wait", actions: [action] },
      (_, given) => ((signal = given), new Promise<never>(() => undefined)),
      situation,
    );
    return { waiting, signal: () => signal };
  };

  test("is Back, which aborts its work, if the wait creates nothing", async () => {
    const { waiting, signal } = wait({ canGoBack: true });
    await Promise.resolve();
    type("<escape>");
    await expect(waiting).rejects.toBeInstanceOf(Back);
    expect(signal()?.aborted).toBe(true);
  });

  test("returns to all questions if they were answered in an earlier run", async () => {
    const { waiting } = wait({ canGoBack: true, canAskAgain: true });
    dispatcher.press({ name: "ask-again" });
    await expect(waiting).rejects.toBeInstanceOf(AskAgain);
    const asked = askQuestion(dispatcher, topic, {
      start: startSelect(options),
      press: pressSelect,
      situation: { canGoBack: false, canAskAgain: true },
    });
    dispatcher.press({ name: "ask-again" });
    await expect(asked).rejects.toBeInstanceOf(AskAgain);
  });

  test("is limited to Ctrl-C if the wait creates something", async () => {
    const { waiting } = wait({ canGoBack: false });
    const ended = vi.fn<() => void>();
    waiting.catch(ended);
    type("<escape>");
    dispatcher.press({ name: "ask-again" });
    await Promise.resolve();
    expect(ended).not.toHaveBeenCalled();
    type("<interrupt>");
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
  });
});

test("a key typed for a wait that is over does not answer the next question", async () => {
  const action = { id: "check", key: "enter", label: "check now", run: () => undefined };
  const wait = { id: "w", title: "Wait", actions: [action] };
  await runWait({ dispatcher, store }, wait, () => Promise.resolve(1));
  type("<enter>");
  const asked = choose();
  type("<down><enter>");
  expect(await asked).toBe(1);
});

test("an option below a required text can be chosen only at its end, and not by a number before that", async () => {
  const body = Array.from({ length: 60 }, (_, index) => `fact ${index}`);
  const asked = askQuestion(
    dispatcher,
    { ...topic, body, weight: "read first" },
    { start: startSelect(options), press: pressSelect, situation: { canGoBack: true } },
  );
  const draw = () => linesOf(rowsOf(fitScreen(store.read(), theme))).join("\n");
  expect(draw()).not.toContain("› one");
  expect(draw()).toContain("enter next page");
  type("2<enter>");
  while (draw().includes("next page")) type("<enter>");
  expect(draw()).toContain("› one");
  type("<down><enter>");
  expect(await asked).toBe(1);
});

test("an irreversible action is confirmed by typing after its text was read; earlier input is discarded", async () => {
  const body = Array.from({ length: 60 }, (_, index) => `fact ${index}`);
  store.update({ notes: [{ id: "n", title: "A note", body: ["of its own"] }] });
  const asked = askQuestion(
    dispatcher,
    { ...topic, body, weight: "cannot be undone" },
    { start: startText({}), press: pressText, situation: { canGoBack: true } },
  );
  const draw = () => linesOf(rowsOf(fitScreen(store.read(), theme))).join("\n");
  expect(draw()).toMatch(/fact 0\n[^]*enter next page/);
  expect(draw()).not.toContain(" › ");
  type("abcd");
  dispatcher.press({ name: "paste", text: "abcd" });
  while (draw().includes("next page")) type("<enter>");
  expect(draw()).toContain("of its own");
  type("wxyz<enter>");
  expect(await asked).toBe("wxyz");
});

test("down scrolls line by line to the end of a required text, and up scrolls back", () => {
  const body = Array.from({ length: 30 }, (_, index) => `fact ${index}`);
  void askQuestion(
    dispatcher,
    { ...topic, body, weight: "read first" },
    { start: startSelect(options), press: pressSelect, situation: { canGoBack: true } },
  ).catch(() => undefined);
  const draw = () => linesOf(rowsOf(fitScreen(store.read(), theme))).join("\n");
  const screens: string[] = [];
  while (draw().includes("next page")) {
    screens.push(draw());
    type("<down>");
  }
  // Each key press shows another part.
  expect(new Set(screens).size).toBe(screens.length);
  type("<pageup>");
  expect(draw()).toContain("next page");
  type("<down>");
  const shown = draw();
  type("<up>");
  expect(draw()).not.toBe(shown);
});

test("showing the explanation does not skip a required text", async () => {
  const body = Array.from({ length: 60 }, (_, index) => `fact ${index}`);
  const asked = askQuestion(
    dispatcher,
    { ...topic, body, why: "Because.", weight: "cannot be undone" },
    { start: startText({}), press: pressText, situation: { canGoBack: true } },
  );
  const draw = () => linesOf(rowsOf(fitScreen(store.read(), theme))).join("\n");
  type("?abcd<enter>");
  expect(draw()).toContain("fact 0");
  expect(draw()).toContain("enter next page");
  type("?");
  expect(draw()).toMatch(/Because\.[^]*enter esc hide why/);
  expect(draw()).not.toContain(" › ");
  type("<escape>");
  while (draw().includes("next page")) type("<enter>");
  type("wxyz<enter>");
  expect(await asked).toBe("wxyz");
});

test("the cursor is hidden until input is accepted", () => {
  const body = Array.from({ length: 60 }, (_, index) => `fact ${index}`);
  void askQuestion(
    dispatcher,
    { ...topic, body, weight: "cannot be undone" },
    { start: startText({}), press: pressText, situation: { canGoBack: true } },
  ).catch(() => undefined);
  expect(fitScreen(store.read(), theme).cursor).toBeUndefined();
});

test("back works before a required text is read to its end", async () => {
  const body = Array.from({ length: 60 }, (_, index) => `fact ${index}`);
  const asked = askQuestion(
    dispatcher,
    { ...topic, body, weight: "read first" },
    { start: startSelect(options), press: pressSelect, situation: { canGoBack: true } },
  );
  type("<escape>");
  await expect(asked).rejects.toBeInstanceOf(Back);
});

describe("a question that opens right after the last answer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  const askSure = () =>
    askQuestion(
      dispatcher,
      { ...topic, title: "Sure?", weight: "read first" },
      { start: startSelect(options, "two"), press: pressSelect, situation: { canGoBack: true } },
    );
  const lookup = (task: () => Promise<number>) =>
    runWait({ dispatcher, store }, { id: "l", title: "Looking" }, task);

  test("is not shown: the answered question stays, without keys", async () => {
    const asked = choose();
    type("<enter>");
    await asked;
    expect(store.read().open).toMatchObject({ title: "Which?", isAnswered: true });
    await lookup(() => Promise.resolve(1));
    expect(store.read().open?.title).toBe("Which?");
  });

  test("a key that is held down does not answer a required text, which appears after the key is released", async () => {
    const first = choose();
    type("<enter>");
    await first;
    const asked = askSure();
    for (let held = 0; held < 20; held += 1) {
      await vi.advanceTimersByTimeAsync(90);
      type("<enter>");
      expect(store.read().open?.title).not.toBe("Sure?");
    }
    await vi.advanceTimersByTimeAsync(120);
    expect(store.read().open?.title).toBe("Sure?");
    type("<enter>");
    expect(await asked).toBe(1);
  });

  test("a key held down while no question is open does not answer a required text", async () => {
    const first = choose();
    type("<enter>");
    await first;
    for (let held = 0; held < 5; held += 1) {
      await vi.advanceTimersByTimeAsync(90);
      type("<enter>");
    }
    const asked = askSure();
    await vi.advanceTimersByTimeAsync(90);
    type("<enter>");
    expect(store.read().open?.title).not.toBe("Sure?");
    await vi.advanceTimersByTimeAsync(120);
    expect(store.read().open?.title).toBe("Sure?");
    type("<up><enter>");
    expect(await asked).toBe(0);
  });

  test("is shown after 300 ms, with the messages up to then", async () => {
    let end: (result: number) => void = () => undefined;
    const waiting = lookup(() => new Promise((resolve) => (end = resolve)));
    await vi.advanceTimersByTimeAsync(299);
    expect(store.read().open).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.read().open?.title).toBe("Looking");
    end(1);
    expect(await waiting).toBe(1);
  });
});
