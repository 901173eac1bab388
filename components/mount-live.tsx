import { Text, render } from "ink";
import { useSyncExternalStore } from "react";
import type { Row } from "../src/terminal/rows.ts";
import type { LiveStore } from "./live-store.ts";
import { Rows } from "./rows.tsx";
import { withoutHeight } from "./without-height.ts";

interface Location {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Mounts Ink for a live screen. Ink does not receive any keys. */
export function mountLive(store: LiveStore, { stdin, stdout }: Location): { unmount: () => void } {
  const { unmount } = render(<Live store={store} />, {
    stdin,
    stdout: withoutHeight(stdout),
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return { unmount: () => unmount() };
}

function Live({ store }: { store: LiveStore }) {
  const rows: readonly Row[] = useSyncExternalStore(store.subscribe, store.rows);
  return rows.length === 0 ? <Text> </Text> : <Rows rows={rows} />;
}
