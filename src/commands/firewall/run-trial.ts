import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunTrial, TrialEnd, TrialNews } from "../../../flows/firewall/firewall-deps.ts";
import { follow } from "../../firewall/log/follow.ts";
import { decisionsName } from "../../firewall/log/open-log.ts";
import { readLog } from "../../firewall/log/read-log.ts";
import { asUser } from "../../shared/as-user.ts";
import { exitCode } from "../../shared/errors.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { asciiMarks as asciiSigns, marks as signs } from "../../shared/marks.ts";
import { followCommand } from "../../shared/run-command.ts";

interface Trial {
  /** Shell command. */
  readonly command: string;
  readonly rulesFile: string;
  /** Environment of the caller, from which the firewall selects variables. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs a command behind the firewall in a separate process, because the wizard uses the terminal.
 * Decisions are read from a temporary log.
 * @throws the signal's reason if the signal is aborted
 */
export async function runTrial(
  trial: Trial,
  onMessage: Parameters<RunTrial>[1],
  signal: AbortSignal,
): Promise<TrialEnd> {
  const logs = makeTrialLogs(trial.env);
  const { folder } = logs;
  try {
    const following = followLog(folder, onMessage);
    let complaint: string | undefined;
    const onLine = (line: string) => {
      if (line.trim() === "") return;
      complaint ??= complaintIn(line);
      onMessage({ line });
    };
    const code = await following.during(() =>
      followCommand(firewallCommand(trial), runArguments(trial, folder), { onLine, signal }),
    );
    await following.reportRest();
    const isOurs = code === exitCode.firewallFailed;
    return { code, ...(isOurs && complaint !== undefined && { reason: complaint }) };
  } finally {
    logs.remove();
  }
}

/**
 * Creates a directory for the log of a trial. With sudo, the directory belongs to the calling user,
 * as the firewall requires for its logs.
 */
export function makeTrialLogs(env: NodeJS.ProcessEnv) {
  const owner = invokingUser(env);
  const folder = asUser(owner, () => mkdtempSync(join(tmpdir(), "gatehouse-trial-")));
  const remove = () => asUser(owner, () => rmSync(folder, { recursive: true, force: true }));
  return { folder, remove };
}

function firewallCommand({ env }: Trial) {
  const [, program = ""] = process.argv;
  const environment = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    program: [process.execPath, ...process.execArgv, program] as const,
    environment,
  };
}

function runArguments({ command, rulesFile }: Trial, folder: string): string[] {
  // The wizard reports denials itself.
  const options = ["--config", rulesFile, "--proxy-logs-dir", folder, "--log-level", "error"];
  return ["firewall", "run", ...options, "--", "sh", "-c", command];
}

/**
 * Returns the firewall's own error message, which starts with the failure mark. Undefined for other
 * lines.
 */
function complaintIn(line: string): string | undefined {
  const marks = [signs.failed, asciiSigns.failed];
  const text = line.trim();
  return marks.some((mark) => text.startsWith(`${mark} `)) ? text.slice(2).trim() : undefined;
}

/**
 * Reports decisions as they are logged. After the run, `reportRest` reports the decisions that were
 * logged just before it exited.
 */
function followLog(folder: string, onMessage: (news: TrialNews) => void) {
  const stop = new AbortController();
  let reported = 0;
  const following = (async () => {
    for await (const decisions of follow(folder, stop.signal)) {
      reported += decisions.length;
      onMessage({ decisions });
    }
  })();
  return {
    during: async <T>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } finally {
        stop.abort();
        await following;
      }
    },
    reportRest: async () => {
      let count = 0;
      // A run that failed to start does not have a log.
      if (!existsSync(join(folder, decisionsName))) return;
      for await (const decision of readLog(folder)) {
        if (decision === undefined) continue;
        count += 1;
        if (count > reported) onMessage({ decisions: [decision] });
      }
    },
  };
}
