#!/usr/bin/env node
import { findCommand } from "./cli/find-command.ts";

// `admit` and firewall runs start thousands of times a day, so each has its own small entry in the
// build.
const { path, asksForHelp } = findCommand(process.argv.slice(2));
const name = asksForHelp ? "help" : path.join(" ");
if (name === "admit") void import("./admit.js");
else if (name === "firewall run") void import("./firewall.js");
else void import("./cli/run-line.ts").then(({ start }) => start());
