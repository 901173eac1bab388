import { expect, test } from "vitest";
import { askQuestion } from "../../components/ask-question.ts";
import { fitScreen } from "../../components/fit-screen.ts";
import { createKeyDispatcher } from "../../components/key-dispatcher.ts";
import { pressSelect, startSelect } from "../../components/keys/select.ts";
import { createScreenStore } from "../../components/screen-store.ts";
import { createStops } from "../../src/prompts/stops.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { readKeyNames } from "./keys/press.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
const options = ["one", "two", "three"].map((value) => ({ value, label: value }));

test.each(["read first", "cannot be undone"] as const)(
  "a text (%s) is not answered by keys typed before it is shown",
  async (weight) => {
    const size = { columns: 80, rows: 24 };
    const store = createScreenStore({ product: "gatehouse", ...size, now: new Date(0) });
    const dispatcher = createKeyDispatcher(store, {
      viewBody: (screen) => fitScreen(screen, theme).body,
      stops: createStops(() => undefined),
      links: { do: () => undefined },
    });
    const type = (keys: string) => readKeyNames(keys).forEach((key) => dispatcher.press(key));
    type("<enter>");
    const asked = askQuestion(
      dispatcher,
      { title: "Which?", body: [], weight },
      { start: startSelect(options), press: pressSelect, situation: { canGoBack: false } },
    );
    await new Promise<void>((shown) => store.subscribe(() => store.read().open && shown()));
    expect(store.read().open?.isAnswered).toBeUndefined();
    type("<down><enter>");
    expect(await asked).toBe(1);
  },
);
