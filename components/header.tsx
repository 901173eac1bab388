import { Text, useIsScreenReaderEnabled } from "ink";
import { type Row } from "../src/terminal/rows.ts";
import { Rows } from "./rows.tsx";
import type { Screen } from "./screen-store.ts";
import { describeSubject, describeStep } from "./header-rows.ts";

/** The subject of the flow, and its progress. */
export function Header({ screen, rows }: { screen: Screen; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Text>
      {[screen.product, describeSubject(screen), describeStep(screen)].filter(Boolean).join(", ")}
    </Text>
  );
}
