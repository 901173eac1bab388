import { startDisclosure } from "../../components/keys/disclosure.ts";
import { pressEntries, startList, type ListState } from "../../components/keys/list.ts";
import { startMultiSelect } from "../../components/keys/multi-select.ts";
import { startSecret } from "../../components/keys/secret.ts";
import { startConfirm, startSelect } from "../../components/keys/select.ts";
import { startText } from "../../components/keys/text.ts";
import { startWait, updateWait } from "../../components/keys/wait.ts";
import type { Control } from "../../components/keys/control.ts";
import {
  createScreenStore,
  type OpenQuestion,
  type Screen,
} from "../../components/screen-store.ts";

const now = new Date("2030-01-01T10:02:41Z");

const product = "gatehouse";
const words = "The forge shows a page that is already filled in. Check the name and go on. ";

/** Creates a screen in the middle of a flow, 80 by 24 unless specified. */
export function screenWith(open: Partial<OpenQuestion>, change: Partial<Screen> = {}): Screen {
  const start = createScreenStore({ product, columns: 80, rows: 24, now }).read();
  const question = { title: "Which one?", body: [], canGoBack: false, control: controls.select };
  return {
    ...start,
    header: { title: "set up", subject: "acme/control", outline: ["Profile", "Read App", "Done"] },
    marks: [{ name: "Profile", state: "done", summary: "two Apps: read targets, write outputs" }],
    open: { ...question, ...open },
    ...change,
  };
}

const options = Array.from({ length: 5 }, (_, index) => ({
  value: `${index}`,
  label: `Option ${index}`,
  hint: words,
}));
const action = { id: "open", key: "o", label: "open again", run: () => undefined };

/** Creates a list of sixteen lines, with the result of its trial. */
function triedList(): ListState {
  const explain = () => ({ isGood: false, word: "blocked", reason: words, offer: words });
  const start = startList({
    title: "Which?",
    entry: "pattern",
    initial: Array.from({ length: 16 }, (_, at) => `https://api.example/${at}/a-long-address/*`),
    trial: { title: "Test a URL", explain },
  });
  const isTrying: ListState = { ...start, isTrying: true };
  const typed = pressEntries(isTrying, { name: "paste", text: "https://api.example/a" });
  return typed && "state" in typed ? typed.state : isTrying;
}

/** One control of each kind, with much content. */
export const controls = {
  select: startSelect(options),
  confirm: startConfirm({}),
  many: startMultiSelect(Array.from({ length: 30 }, () => options).flat()),
  text: startText({ initial: "acme/a-name-that-is-quite-long-".repeat(4) }),
  list: triedList(),
  secret: startSecret({ shape: "lines" }),
  disclosure: startDisclosure("I have read this"),
  wait: updateWait(
    startWait([action], new Date("2030-01-01T10:00:00Z")),
    {
      line: "waiting for you in the browser",
      link: `http://127.0.0.1:41873/register?state=${"0123456789".repeat(8)}`,
      deadline: new Date("2030-01-01T10:10:00Z"),
      problem: { text: words, hints: [{ text: "Sign in", link: "https://forge.example/login" }] },
    },
    now,
  ),
} satisfies Record<string, Control>;

export const longBody = Array.from({ length: 12 }, () => words.repeat(2));
