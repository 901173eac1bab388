import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Mark } from "../src/asking/prompter.ts";
import { textWidth } from "../src/asking/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import { Rows, textRows, type Look, type Row } from "./rows.tsx";
import type { Signs, Tone } from "./theme.ts";

const appearance: Record<Mark["state"], { sign: keyof Signs; tone: Tone; word: string }> = {
  done: { sign: "done", tone: "good", word: "done" },
  active: { sign: "active", tone: "active", word: "now" },
  told: { sign: "told", tone: "warning", word: "told" },
  unknown: { sign: "unknown", tone: "warning", word: "not known" },
  attention: { sign: "attention", tone: "warning", word: "attention" },
  failed: { sign: "failed", tone: "bad", word: "failed" },
  skipped: { sign: "skipped", tone: "quiet", word: "skipped" },
};

/** ` ✔ Profile         two Apps: read private targets, write approved outputs` */
export function Checklist({ marks, rows }: { marks: readonly Mark[]; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  if (marks.length === 0) return null;
  return (
    <Box aria-role="list" flexDirection="column">
      {marks.map(({ name, state, summary }) => (
        <Box key={name} aria-role="listitem">
          <Text>{`${appearance[state].word}: ${printableLine(name)}, ${printableLine(summary)}`}</Text>
        </Box>
      ))}
    </Box>
  );
}

/** At most `height` rows: what was done last stays, the rest is counted. */
export function checklistRows(marks: readonly Mark[], look: Look, height: number): Row[] {
  const drawn = marks.map((mark) => markRows(mark, marks, look));
  if (drawn.flat().length <= height) return drawn.flat();
  const kept: Row[][] = [];
  while (drawn.length > 0 && kept.flat().length + (drawn.at(-1)?.length ?? 0) < height) {
    kept.unshift(drawn.pop() ?? []);
  }
  const left = marks.slice(0, drawn.length);
  const count = `${left.length} ${kept.length > 0 ? "more " : ""}${sayState(left)}`;
  const more = textRows(count, { look, tone: "quiet" });
  return height > 0 ? [...more, ...kept.flat()] : [];
}

function sayState(marks: readonly Mark[]): string {
  return marks.every(({ state }) => state === "done") ? "done" : "above";
}

function markRows(mark: Mark, all: readonly Mark[], look: Look): Row[] {
  const { sign, tone } = appearance[mark.state];
  const name = printableLine(mark.name);
  const widest = Math.max(...all.map((one) => textWidth(printableLine(one.name))));
  const column = Math.min(widest, Math.floor(look.width / 3));
  const gap = Math.max(2, column - textWidth(name) + 2);
  const lead = [{ text: ` ${look.signs[sign]} `, tone }, { text: name + " ".repeat(gap) }];
  return textRows(printableLine(mark.summary), { look, tone: "quiet", lead });
}
