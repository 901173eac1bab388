#!/usr/bin/env node
import { isRun } from "./route-firewall.ts";

// A run of the firewall happens thousands of times a day, before a command that may take no time at all: it is built into
// this very file, and loads no other. Everything else is a program of its own.
if (isRun(process.argv.slice(2))) void import("./run-alone.ts");
else void import("./program.ts");
