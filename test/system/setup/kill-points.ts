import { mkdirSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Bench } from "./bench.ts";

/** A moment of a setup at which the program can be killed. */
export interface KillPoint {
  readonly name: string;
  /** Where the moment is observed. */
  readonly where: "forge" | "operator" | "journal";
  /** Calls back at this moment, and returns a function that stops the watch. */
  readonly watch: (bench: Bench, onReached: () => void) => () => void;
}

/**
 * Runs a setup to completion and returns each moment after which a kill leaves a different state
 * than the moment before. A kill discards the program's memory, so only the forge, the journal and
 * the operator count. Of consecutive journal writes only the first and the last are included.
 */
export async function listKillPoints(bench: Bench): Promise<KillPoint[]> {
  const points: KillPoint[] = [];
  let journalWrites = 0;
  let exchanges = 0;
  let clicks = 0;
  const unwatch = watchJournal(bench, () => points.push(journalWrite((journalWrites += 1))));
  bench.watch.onExchange = ({ method, path }) => {
    exchanges += 1;
    // Reads and responses leave no trace; their effect is the next write. Before the first exchange
    // no state exists.
    if (method === "GET" && exchanges > 1) return;
    const what = `${method} ${path.replace(/[\da-f]{40}/, "CODE").replace(/\/\d+\//, "/ID/")}`;
    points.push(exchange(exchanges, what));
  };
  bench.watch.onClick = (what) => points.push(click((clicks += 1), what));
  await bench.start().ended;
  unwatch();
  return points.filter(({ where }, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    return [before?.where, where, after?.where].some((one) => one !== "journal");
  });
}

/**
 * Returns the moment at which the forge has processed the request, and the program has not received
 * the response.
 */
function exchange(number: number, what: string): KillPoint {
  return {
    name: what,
    where: "forge",
    watch: (bench, onReached) => {
      let count = 0;
      bench.watch.onExchange = () => {
        count += 1;
        if (count === number) onReached();
      };
      return () => delete bench.watch.onExchange;
    },
  };
}

/**
 * Returns the moment at which the program was killed, but the operator still presses the button.
 */
function click(number: number, what: string): KillPoint {
  return {
    where: "operator",
    name: `the operator ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    watch: (bench, onReached) => {
      let count = 0;
      bench.watch.onClick = () => {
        count += 1;
        if (count === number) onReached();
      };
      return () => delete bench.watch.onClick;
    },
  };
}

function journalWrite(number: number): KillPoint {
  return {
    where: "journal",
    name: `write ${number} of the journal`,
    watch: (bench, onReached) => {
      let count = 0;
      return watchJournal(bench, () => {
        count += 1;
        if (count === number) onReached();
      });
    },
  };
}

/** Watches for the rename that completes each write of the journal. */
function watchJournal({ journal }: Bench, onWritten: () => void): () => void {
  mkdirSync(dirname(journal), { recursive: true, mode: 0o700 });
  const watcher = watch(dirname(journal), (event, name) => {
    if (event === "rename" && name === basename(journal)) onWritten();
  });
  return () => watcher.close();
}
