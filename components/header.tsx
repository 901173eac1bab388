import { Text, useIsScreenReaderEnabled } from "ink";
import { textWidth, wrapText } from "../src/asking/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { FlowHeader, Mark } from "../src/asking/prompter.ts";
import { Rows, space, type Look, type Row } from "./rows.tsx";
import type { Screen } from "./screen-store.ts";

/** ` gatehouse   set up acme/control                                  step 5 of 9` */
export function Header({ screen, rows }: { screen: Screen; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const { what, step } = say(screen);
  return <Text>{[screen.product, what, step].filter(Boolean).join(", ")}</Text>;
}

export function headerRows(screen: Screen, look: Look): Row[] {
  const { what, step } = say(screen);
  const product = { text: ` ${screen.product}   `, tone: "quiet" } as const;
  const wide = textWidth(product.text + what + step) + 2;
  if (wide <= look.width) {
    const gap = space(look.width - wide + 2);
    return [[product, { text: what, tone: "strong" }, gap, { text: step, tone: "quiet" }]];
  }
  // Where it is narrow, the name of the product is what everyone knows already.
  const lines = wrapText([what, step].filter(Boolean).join(` ${look.signs.dot} `), look.width - 1);
  return lines.map((text) => [space(1), { text, tone: "strong" }]);
}

function say({ header, marks }: Screen): { what: string; step: string } {
  if (!header) return { what: "", step: "" };
  return { what: printableLine(`${header.title} ${header.subject}`), step: sayStep(header, marks) };
}

/** Which of the announced steps the person is at: the active one, or the first behind all that are marked. */
function sayStep({ outline }: FlowHeader, marks: readonly Mark[]): string {
  if (outline.length === 0) return "";
  const stateOf = (name: string) => marks.find((mark) => mark.name === name)?.state;
  const active = outline.findIndex((name) => stateOf(name) === "active");
  // Steps that a person leaves out are passed over, so counting the marks would fall behind.
  const last = outline.findLastIndex((name) => stateOf(name) !== undefined);
  const step = active >= 0 ? active + 1 : Math.min(outline.length, last + 2);
  return `step ${step} of ${outline.length}`;
}
