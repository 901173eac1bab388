import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Option } from "../src/asking/prompter.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { MultiSelectState } from "./keys/multi-select.ts";
import { matchOptions } from "./keys/option-list.ts";
import type { SelectState } from "./keys/select.ts";
import { Rows, space, textRows, type Look, type Row } from "./rows.tsx";
import type { Drawn } from "./fit-rows.ts";
import type { Tone } from "./theme.ts";

type List = SelectState | MultiSelectState;

/** The rows of a choice: one option a row, its hint below it. */
export function Options({ list, rows }: { list: List; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const isMany = list.kind === "multi-select";
  return (
    <Box aria-role="listbox" aria-state={{ multiselectable: isMany }} flexDirection="column">
      {matchOptions(list).map((index) => {
        const option = list.options[index];
        const state = {
          selected: index === list.cursor,
          checked: isTicked(list, index),
          disabled: option?.disabled !== undefined,
        };
        return (
          <Box key={index} aria-role="option" aria-state={state}>
            <Text>{option && sayOption(option)}</Text>
          </Box>
        );
      })}
    </Box>
  );
}

export function drawOptions(list: List, look: Look): Drawn {
  const shown = matchOptions(list);
  const blocks = shown.map((index) => optionRows(list, index, look));
  const at = shown.indexOf(list.cursor);
  const start = blocks.slice(0, Math.max(0, at)).flat().length;
  const focus = { start, end: start + (blocks[at]?.length ?? 1) };
  return { pinned: searchRows(list, shown.length, look), rows: blocks.flat(), focus };
}

function searchRows(list: List, found: number, look: Look): Row[] {
  if (list.search === undefined) return [];
  const chosen = list.kind === "multi-select" ? `${list.ticked.size} chosen` : "";
  const counts = [`${found} of ${list.options.length}`, chosen].filter(Boolean);
  const search = list.search ? `search: ${list.search}` : "type to search";
  const text = `${search}   ${counts.join(` ${look.signs.dot} `)}`;
  return textRows(text, { look, tone: "quiet", lead: [space(1)] });
}

function optionRows(list: List, index: number, look: Look): Row[] {
  const option = list.options[index];
  if (!option) return [];
  const isHere = index === list.cursor;
  const box = list.kind === "multi-select" ? `${tickSign(list, index, look)} ` : "";
  const lead = [{ text: ` ${isHere ? look.signs.active : " ".repeat(look.signs.active.length)} ` }];
  const tone: Tone = option.disabled !== undefined ? "quiet" : isHere ? "active" : "plain";
  const text = option.disabled === undefined ? printableLine(option.label) : sayOption(option);
  const hint = option.disabled === undefined ? option.hint : undefined;
  const below = { look, tone: "quiet", lead: [space(5)] } as const;
  return [
    ...textRows(text, { look, tone, lead: [{ text: lead[0]?.text + box, tone }] }),
    ...(hint === undefined ? [] : textRows(hint, below)),
  ];
}

function tickSign(list: MultiSelectState, index: number, look: Look): string {
  return list.ticked.has(index) ? look.signs.ticked : look.signs.unticked;
}

function isTicked(list: List, index: number): boolean {
  return list.kind === "multi-select" && list.ticked.has(index);
}

function sayOption({ label, hint, disabled }: Option): string {
  const more = disabled === undefined ? hint : `not now: ${disabled}`;
  return printableLine(more === undefined ? label : `${label} (${more})`);
}
