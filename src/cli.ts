#!/usr/bin/env node
import { asksForAll } from "./route-help.ts";
import { keepCompiled } from "./keep-compiled.ts";
import { routeAdmit } from "./route-admit.ts";
import { routeCompile } from "./route-compile.ts";
import { isRun } from "./route-firewall.ts";
import { routeScreen } from "./route-screen.ts";
import { routeStatus } from "./route-status.ts";

// A run of the firewall, an admission and a compilation happen thousands of times a day, before a command that may take
// no time at all, or when a file was saved: each has a file of its own beside this one, and loads no other; so has what is
// asked first of all. Everything else is a program of its own.
const argv = process.argv.slice(2);
if (isRun(argv)) void import("./run-alone.ts");
else if (routeAdmit(argv)) void import("./admit-alone.ts");
else if (routeCompile(argv)) void import("./compile-alone.ts");
else if (asksForAll(argv)) void import("./help-alone.ts");
else void startProgram();

async function startProgram(): Promise<void> {
  const header = routeScreen(argv);
  // A wizard's first screen stands before the program that draws the next one is loaded.
  const taken = header && (await import("./first-screen.ts")).takeScreen(header);
  // What starts alone is small: to look for what was kept would take it longer. And a run's command must not reach it.
  keepCompiled(process.env);
  const status = routeStatus(argv);
  // Asked most often of all: the program's own pieces, without what reads other lines.
  if (status) await (await import("./status-alone.ts")).statusAlone(status);
  else await (await import("./program.ts")).start(taken);
}
