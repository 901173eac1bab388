import { beforeEach, describe, expect, test } from "vitest";
import { createLinkHands } from "../../components/link-actions.ts";
import { linkAct, linkOf } from "../../components/keys/links.ts";
import { startSelect } from "../../components/keys/select.ts";
import { startText } from "../../components/keys/text.ts";
import { createScreenStore, type Screen, type ScreenStore } from "../../components/screen-store.ts";
import { fitScreen, rowsOf } from "../../components/fit-screen.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { linesOf } from "../terminal/render-options.ts";
import { readKeyNames } from "./keys/press.ts";
import { controls, screenWith } from "./screens.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
const link = `https://forge.example/apps/gatehouse/installations/new?${"x".repeat(60)}`;
const short = "http://127.0.0.1:41873/x7Kd93mQ2bLp";
const act = (screen: Screen, keys: string) => readKeyNames(keys).map((key) => linkAct(screen, key));

describe("the link of a screen", () => {
  const note = { id: "n", title: "Look", link: "https://forge.example/note" };
  const hints = [{ text: "Add it", link: "https://forge.example/mend" }];

  test.each<[string, Screen, string | undefined]>([
    ["in a line of the body", screenWith({ body: ["Open:", link] }), link],
    ["in a note if the question has no link", screenWith({}, { notes: [note] }), note.link],
    ["in the hints of an error", screenWith({ error: { message: "No", hints } }), hints[0]?.link],
    [
      "in the problem of a wait",
      screenWith({ control: controls.wait }),
      "https://forge.example/login",
    ],
    ["nowhere if the screen has no link", screenWith({}), undefined],
  ])("is found %s", (_what, screen, found) => expect(linkOf(screen)).toBe(found));

  test("is opened, copied and lengthened with letter keys; in a text field, with Ctrl", () => {
    const screen = screenWith({ body: [link] });
    expect(act(screen, "ocl")).toEqual(["open", "copy", "lengthen"]);
    const typing = screenWith({ body: [link], control: startText({}) });
    expect(act(typing, "ocl")).toEqual([undefined, undefined, undefined]);
    const keys = ["open-link", "copy-link", "lengthen-link"] as const;
    const acts = keys.map((name) => linkAct(typing, { name }));
    expect(acts).toEqual(["open", "copy", "lengthen"]);
  });

  test("has keys only if it exists and its question is unanswered", () => {
    expect(act(screenWith({}), "ocl")).toEqual([undefined, undefined, undefined]);
    const answered = screenWith({ body: [link], isAnswered: true });
    expect(act(answered, "ocl")).toEqual([undefined, undefined, undefined]);
  });

  test("does not override the keys of a wait", () => {
    expect(act(screenWith({ control: controls.wait }), "oc")).toEqual([undefined, "copy"]);
  });

  test("does not override the search of a list", () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ value: `${index}`, label: "row" }));
    const searching = screenWith({ body: [link], control: startSelect(many) });
    expect(act(searching, "ocl")).toEqual([undefined, undefined, undefined]);
  });
});

describe("an action on the link", () => {
  let store: ScreenStore;
  let written: string[] = [];
  let copied: string[] = [];
  let hasClipboard = true;
  const hands = () =>
    createLinkHands(store, {
      theme,
      write: (text) => void written.push(text),
      shortLinks: {
        shorten: () => short,
        open: (address) => Promise.resolve(address === link),
        copy: (text) => {
          if (hasClipboard) copied.push(text);
          return Promise.resolve(hasClipboard);
        },
      },
    });
  const remark = () =>
    new Promise<string | undefined>((resolve) => {
      store.subscribe(() => resolve(store.read().remark));
    });

  beforeEach(() => {
    [written, copied, hasClipboard] = [[], [], true];
    const now = new Date(0);
    store = createScreenStore({ product: "gatehouse", columns: 80, rows: 24, now });
    const { open } = screenWith({ body: [link] });
    if (open) store.update({ open });
  });

  test("copies the displayed form: the short address, and after `l` the long one", async () => {
    const text = remark();
    hands().do("copy");
    expect(await text).toBe("Copied.");
    hands().do("lengthen");
    const again = remark();
    hands().do("copy");
    await again;
    expect(copied).toEqual([short, link]);
  });

  test("does not lengthen a complete address", () => {
    const { open } = screenWith({ body: ["https://forge.example/a"] });
    if (open) store.update({ open });
    hands().do("lengthen");
    expect(store.read().isLinkLong).toBe(false);
  });

  test("without a clipboard sends the text to the terminal's clipboard", async () => {
    hasClipboard = false;
    const text = remark();
    hands().do("copy");
    expect(await text).toBe("Sent to your terminal's clipboard.");
    expect(written).toEqual([`\u001b]52;c;${Buffer.from(short).toString("base64")}\u0007`]);
  });

  test("reports whether a browser opened the link", async () => {
    const text = remark();
    hands().do("open");
    expect(await text).toBe("Opened in your browser.");
  });
});

describe("a link on the screen", () => {
  const draw = (screen: Screen) =>
    linesOf(rowsOf(fitScreen(screen, theme, () => short))).join("\n");

  test("is shortened if it is too long, and shown completely on `l`", () => {
    const screen = screenWith({ body: [link] });
    expect(draw(screen)).toContain(`   ${short}`);
    expect(draw(screen)).not.toContain("installations/new");
    expect(draw({ ...screen, isLinkLong: true }).replaceAll("\n", "")).toContain(link);
  });

  test("is shown unchanged if it fits, so that its target is visible", () => {
    expect(draw(screenWith({ body: ["https://forge.example/a"] }))).toContain("forge.example/a");
  });
});
