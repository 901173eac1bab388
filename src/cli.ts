#!/usr/bin/env node
import { findCommand } from "./cli/find-command.ts";
import { keepCompiled } from "./cli/keep-compiled.ts";
import { runGuarded } from "./cli/run-guarded.ts";
import { runLine } from "./cli/run-line.ts";

const argv = process.argv.slice(2);
const { entry, path } = findCommand(argv);
// A command behind the firewall must not reach the folder of compiled code.
if (path.join(" ") !== "firewall run") keepCompiled(process.env);
void runGuarded(() => runLine(argv), entry.endings);
