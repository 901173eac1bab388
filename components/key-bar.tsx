import { Text, useIsScreenReaderEnabled } from "ink";
import type { RenderOptions } from "../src/terminal/render-options.ts";
import { type Row } from "../src/terminal/rows.ts";
import { Rows } from "./rows.tsx";
import type { Screen } from "./screen-store.ts";
import { listKeys } from "./key-rows.ts";

export function KeyBar({ screen, style, rows }: KeyBarProps) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const keys = listKeys(screen, { style, canScroll: false, isAtEnd: true });
  return <Text>{`Keys: ${keys.map(({ key, does }) => `${key}, ${does}`).join("; ")}`}</Text>;
}

interface KeyBarProps {
  readonly screen: Screen;
  readonly style: RenderOptions;
  readonly rows: readonly Row[];
}
