import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { Option } from "../src/prompts/prompter.ts";
import { type Row } from "../src/terminal/rows.ts";
import { printableLine } from "../src/shared/print-text.ts";
import { matchOptions } from "./keys/option-list.ts";
import { Rows } from "./rows.tsx";
import { type List, isTicked, meaningOf } from "./option-rows.ts";

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
            <Text>{option && describeOption(option)}</Text>
          </Box>
        );
      })}
    </Box>
  );
}

function describeOption(option: Option): string {
  const meaning = meaningOf(option);
  const label = printableLine(option.label);
  return meaning === undefined ? label : `${label} (${meaning})`;
}
