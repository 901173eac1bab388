import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { exitCode, InvalidInput } from "../../shared/errors.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

const examples = `
Examples:
  $ gatehouse firewall doctor          check the machine and each runtime
  $ gatehouse firewall doctor 1f2E3d   inspect a running session

Unless you specify a session, gatehouse starts a container with TLS
interception. Each tool found in the container then connects to a test site
that gatehouse provides.

Exit codes:
  0  a runtime works, and every tool trusts the session CA
  5  no runtime works, or a tool does not trust the session CA`;

export const doctor = defineCommand({
  arguments: {
    session: {
      summary: "ID of a running session, from `gatehouse firewall sessions`",
      isOptional: true,
    },
  },
  options: { json },
  notes: examples,
  async run(options, { session }) {
    const report = session === undefined ? await examineMachine() : await examineOne(session);
    const { printDoctor } = await import("../outcomes/print-doctor.ts");
    printDoctor(report, { json: options.json === true });
    if (report.findings.some(({ state }) => state === "fail"))
      process.exitCode = exitCode.incomplete;
  },
});

async function examineOne(id: string) {
  const { listSessions } = await import("../../firewall/sessions/list-sessions.ts");
  const { invokingUser } = await import("../../shared/invoking-user.ts");
  const { examineSession } = await import("../../firewall/examine-session.ts");
  const found = listSessions({ owner: invokingUser(ourEnvironment()) }).find(
    (one) => one.id === id,
  );
  if (!found) {
    throw new InvalidInput(`Session "${id}" not found.`, [
      { text: "List running sessions", command: ownCommandLine("firewall", "sessions") },
    ]);
  }
  return { subject: `session ${id}`, findings: examineSession(found) };
}

async function examineMachine() {
  const { examineRuntimes } = await import("../../firewall/examine-runtimes.ts");
  const { checkMachine } = await import("../../firewall/check-machine.ts");
  const runtimes = await examineRuntimes(ourEnvironment());
  const trust = runtimes.some(({ works }) => works) ? await tryTools() : undefined;
  return { subject: "this machine", findings: checkMachine(runtimes, trust) };
}

/** Runs gatehouse as an operator would, so that the results match a real run. */
async function tryTools() {
  const { makeTrialFolder, openTestSite, readTrust, trustScript } =
    await import("../../firewall/examine-trust.ts");
  const { runCommand } = await import("../../shared/run-command.ts");
  const folder = makeTrialFolder();
  const site = await openTestSite(folder.path);
  try {
    const [, program = ""] = process.argv;
    const work = ["--container-workdir", folder.work, "--proxy-logs-dir", folder.logs];
    const result = await runCommand({ program: [process.execPath, program] }, [
      "firewall",
      "run",
      ...site.options,
      ...work,
      "--",
      ...trustScript(site.url),
    ]);
    const output = result?.output.reveal() ?? "";
    return { tools: readTrust(output), complaint: result?.complaint ?? "" };
  } finally {
    site.close();
    folder.remove();
  }
}
