import { ownCommandLine } from "../../shared/own-command.ts";
import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { config, ruleOptions } from "./rule-options.ts";

const wanted = new Set(["runtime", "image", "enable-api-proxy"]);

const examples = `
Examples:
  $ gatehouse firewall pull
  $ gatehouse firewall pull --runtime docker --image debian:12

Only an image that was named is fetched. Otherwise the runtime is started once,
and the provider's settings are looked at where --enable-api-proxy asks for the
sidecar: there is nothing to pull then, and it says so.
Ends with 125 where that does not work, and with 2 when an option is wrong.`;

/** There is no such runtime, or it fetches no images. */
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
    const { settings, problems } = await loadSettings(options);
    if (problems.length > 0) {
      const { printProblems } = await import("../outcomes/print-run.ts");
      printProblems({ settings, problems });
      process.exitCode = exitCode.usage;
      return;
    }
    const env = ourEnvironment();
    const { prepareRuntime } = await import("../../firewall/prepare-runtime.ts");
    const prepared = await prepareRuntime(settings, env);
    if (!prepared) {
      throw new NothingPulls("No runtime of this machine starts a container.", [
        { say: "See what each says", command: ownCommandLine("firewall", "doctor") },
      ]);
    }
    const { printPull } = await import("../outcomes/print-pull.ts");
    printPull(prepared, { json: options["json"] === true });
  },
});
