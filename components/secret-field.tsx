import { Box, Text, useIsScreenReaderEnabled } from "ink";
import type { SecretState } from "./keys/secret.ts";
import { type Row } from "../src/terminal/rows.ts";
import { Rows } from "./rows.tsx";
import { describeSecret } from "./secret-rows.ts";

/** Accepts a key or token and shows that it arrived. Only the number of a key's lines is shown. */
export function SecretField({ secret, rows }: { secret: SecretState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  return (
    <Box aria-role="textbox">
      <Text>{describeSecret(secret)}</Text>
    </Box>
  );
}
