import { ownCommandLine } from "../../shared/own-command.ts";
import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { config, ruleOptions } from "./rule-options.ts";

const wanted = new Set(["runtime", "image", "engine", "enable-api-proxy"]);

const examples = `
Examples:
  $ gatehouse firewall pull
  $ gatehouse firewall pull --runtime docker --image debian:12

An image is fetched only if you specify one. Without an image, gatehouse starts
the runtime once to test it. With --enable-api-proxy, gatehouse also checks the
sidecar's provider settings.

Exit codes:
  0    success
  2    an option is invalid
  125  the image or the runtime does not work`;

/** Error if no runtime can start a container. */
class NothingPulls extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

export const pull = defineCommand({
  options: {
    ...ruleOptions(({ name }) => wanted.has(name)),
    config,
    json,
  },
  notes: examples,
  async run(options) {
    const { loadSettings } = await import("../../firewall/load-settings.ts");
    const env = ourEnvironment();
    const { settings, problems } = await loadSettings(options, env);
    if (problems.length > 0) {
      const { printProblems } = await import("../outcomes/print-run.ts");
      printProblems({ settings, problems });
      process.exitCode = exitCode.usage;
      return;
    }
    const { prepareRuntime } = await import("../../firewall/prepare-runtime.ts");
    const prepared = await prepareRuntime(settings, env);
    if (!prepared) {
      throw new NothingPulls("No runtime on this machine can start a container.", [
        { text: "Show each runtime's errors", command: ownCommandLine("firewall", "doctor") },
      ]);
    }
    const { printPull } = await import("../outcomes/print-pull.ts");
    printPull(prepared, { json: options["json"] === true });
  },
});
