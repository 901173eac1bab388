#!/usr/bin/env node
import { routeAdmit } from "./route-admit.ts";
import { routeCompile } from "./route-compile.ts";
import { isRun } from "./route-firewall.ts";

// A run of the firewall, an admission and a compilation happen thousands of times a day, before a command that may take no
// time at all, or when a file was saved: each has a file of its own beside this one, and loads no other. Everything else is a program of its own.
const argv = process.argv.slice(2);
if (isRun(argv)) void import("./run-alone.ts");
else if (routeAdmit(argv)) void import("./admit-alone.ts");
else if (routeCompile(argv)) void import("./compile-alone.ts");
else void import("./program.ts");
