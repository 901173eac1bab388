import { mkdirSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Bench } from "./bench.ts";

/** A moment of a setup at which the program can be killed. */
export interface KillPoint {
  readonly name: string;
  /** What leaves its trace. */
  readonly where: "forge" | "operator" | "journal";
  /** Calls back when the moment has come; answers what ends the watch. */
  readonly watch: (bench: Bench, onReached: () => void) => () => void;
}

/**
 * Runs a setup to its end and answers each moment at which a kill leaves something else behind than the moment before
 * it: what a program has in memory goes with it, so that only the forge, the journal and the operator count. Of writes
 * of the journal that follow each other, with nothing else between them, the first and the last.
 */
export async function listKillPoints(bench: Bench): Promise<KillPoint[]> {
  const points: KillPoint[] = [];
  let journalWrites = 0;
  let exchanges = 0;
  let clicks = 0;
  const unwatch = watchJournal(bench, () => points.push(journalWrite((journalWrites += 1))));
  bench.watch.onExchange = ({ method, path }) => {
    exchanges += 1;
    // A read leaves no trace, and neither does an answer: what comes of it is the next write. Before the first of them
    // there is nothing yet.
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

/** The forge has done what it was asked, and the program does not learn of it. */
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

/** The program is gone, but the operator presses the button all the same. */
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

/** A write of the journal ends with a rename into its place. */
function watchJournal({ journal }: Bench, onWritten: () => void): () => void {
  mkdirSync(dirname(journal), { recursive: true, mode: 0o700 });
  const watcher = watch(dirname(journal), (event, name) => {
    if (event === "rename" && name === basename(journal)) onWritten();
  });
  return () => watcher.close();
}
