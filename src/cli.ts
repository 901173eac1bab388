#!/usr/bin/env node
import { asksForAll } from "./route-help.ts";
import { keepCompiled } from "./keep-compiled.ts";
import { routeAdmit } from "./route-admit.ts";
import { routeCompile } from "./route-compile.ts";
import { isRun } from "./route-firewall.ts";

// A run of the firewall, an admission and a compilation happen thousands of times a day, before a command that may take no
// time at all, or when a file was saved: each has a file of its own beside this one, and loads no other; so has what is asked first of all. Everything else is a program of its own.
const argv = process.argv.slice(2);
if (isRun(argv)) void import("./run-alone.ts");
else if (routeAdmit(argv)) void import("./admit-alone.ts");
else if (routeCompile(argv)) void import("./compile-alone.ts");
else if (asksForAll(argv)) void import("./help-alone.ts");
else {
  // What starts alone is small: to look for what was kept would take it longer. And a run's command must not reach it.
  keepCompiled(process.env);
  void import("./program.ts");
}
