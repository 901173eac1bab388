import { openKeychain } from "../credentials/keychain/keychain.ts";
import type { Examination } from "../doctor/check.ts";
import { examine } from "../doctor/examine.ts";
import { forgeExaminations, unreachedExamination } from "../doctor/forge-checks.ts";
import { findProgram, machineExaminations } from "../doctor/machine-checks.ts";
import { programExaminations } from "../doctor/program-checks.ts";
import { terminalExamination } from "../doctor/terminal-check.ts";
import { examineRuntimes } from "../firewall/examine-runtimes.ts";
import { openStatusLine } from "../terminal/status-line.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { homeFolder, userRow } from "../shared/this-user.ts";
import { connect } from "./connect.ts";
import { printCheckup } from "./outcomes/print-checkup.ts";
import { stateFolder } from "../shared/state-folder.ts";

declare const GATEHOUSE_VERSION: string;

interface RunDoctorOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly repository: RepositoryName | undefined;
  readonly json?: boolean | undefined;
}

const limitMilliseconds = 15_000;

/** Runs `gatehouse doctor`: performs all checks in parallel, and prints the results. */
export async function runDoctor(options: RunDoctorOptions): Promise<void> {
  const env = ourEnvironment();
  const { stdin, stdout } = process;
  const forge = await openForgeChecks(options, env);
  try {
    const version = GATEHOUSE_VERSION;
    const program = process.argv[1] ?? "";
    const [nodeVersion, now] = [process.version, new Date()];
    const progress = openStatusLine();
    progress.report("Checking this machine");
    const document = await examine(
      [
        ...programExaminations({ version, program, nodeVersion, now }),
        terminalExamination({ stdin, stdout, env }),
        ...forge.checks,
        ...machineExaminations({
          env,
          keychain: openKeychain(),
          examineRuntimes: (given) => examineRuntimes(given),
          stateFolder: () => stateFolder(env),
        }),
      ],
      {
        version,
        person: { home: homeFolder() ?? "", user: userRow()?.username ?? "" },
        limitMilliseconds,
        onEnd: (ended, of) => progress.report(`Checking this machine: ${ended} of ${of}`),
      },
    );
    progress.end();
    printCheckup(document, { json: options.json === true });
    if (!document.ok) process.exitCode = exitCode.incomplete;
  } finally {
    await forge.close();
  }
}

interface ForgeChecks {
  readonly checks: readonly Examination[];
  readonly close: () => Promise<void>;
}

/**
 * Prepares the checks for the forge. A failed connection is reported as a result, because the
 * machine's checks may explain it.
 */
async function openForgeChecks(
  { host, brand, repository }: RunDoctorOptions,
  env: NodeJS.ProcessEnv,
): Promise<ForgeChecks> {
  try {
    const cliLimitMilliseconds = limitMilliseconds;
    const connection = await connect({ host, brand, env, cliLimitMilliseconds });
    const cliPath = findProgram(connection.profile.brand.cli.command, env);
    const now = () => new Date();
    const checks = forgeExaminations({ connection, env, now, cliPath, repository });
    return { checks, close: connection.close };
  } catch (error) {
    return { checks: [unreachedExamination(error)], close: () => Promise.resolve() };
  }
}
