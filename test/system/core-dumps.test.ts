import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openSecret } from "../emulator/open-secret.ts";
import { listProcesses } from "../process-tree.ts";
import { startInTerminal } from "../pty/pty.ts";
import { giveHands } from "../pty/setup-hands.ts";
import { notOurs } from "../pty/setup-wizard.ts";
import { openBench, repository } from "./setup/bench.ts";
import { hands } from "./setup/hands.ts";
import { needlesOf, sweep } from "./setup/trace.ts";

const readFilter = (pid: number) => readFileSync(`/proc/${pid}/coredump_filter`, "utf8").trim();

test.each(hands)(
  "a crash or Ctrl-\\ while a key is stored leaves no core dump that contains the key: $name",
  async (hand) => {
    const bench = await openBench();
    try {
      const run = bench.prepare({ args: hand.args, ...(!hand.isScripted && { answers: "asked" }) });
      const limited = ["-c", 'ulimit -c unlimited; exec "$@"', "sh", ...run.command];
      const env = { ...run.env, ...notOurs };
      const program = startInTerminal({ command: "/bin/sh", args: limited, cwd: run.cwd, env });
      const filters: string[][] = [];
      bench.watch.onExchange = ({ method, path }) => {
        if (method !== "PUT" || !path.includes("/actions/secrets/")) return;
        const tree = listProcesses(program.pid);
        filters.push(tree.map(readFilter));
        // The program handles SIGQUIT, but not an abort; SIGQUIT kills its children.
        for (const pid of tree) process.kill(pid, pid === program.pid ? "SIGABRT" : "SIGQUIT");
      };
      hand.answer(giveHands(program)).catch(() => undefined);
      await program.exited;
      delete bench.watch.onExchange;
      await bench.operator.settled();
      const key = await openSecret(bench.world(), {
        repository,
        name: "CP_FORGE_READ_APP_PRIVATE_KEY",
      });
      if (!key) throw new Error("no key was stored");
      // No memory of the program or the forge CLI is dumped, wherever the machine stores core
      // dumps.
      expect(sweep(bench.machine, needlesOf(key))).toEqual([]);
      expect(filters[0]?.length).toBeGreaterThan(1);
      expect(new Set(filters.flat())).toEqual(new Set(["00000000"]));
    } finally {
      await bench.close();
    }
  },
  120_000,
);
