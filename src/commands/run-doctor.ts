import { openKeychain } from "../credentials/keychain/keychain.ts";
import { examine } from "../doctor/examine.ts";
import { forgeExaminations } from "../doctor/forge-checks.ts";
import { findProgram, machineExaminations } from "../doctor/machine-checks.ts";
import { programExaminations } from "../doctor/program-checks.ts";
import { terminalExamination } from "../doctor/terminal-check.ts";
import { examineRuntimes } from "../firewall/examine-runtimes.ts";
import { openStatusLine } from "../layout/status-line.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { homeFolder, userRow } from "../shared/this-user.ts";
import { connect } from "./connect.ts";
import { printCheckup } from "./outcomes/print-checkup.ts";
import { stateFolder } from "./state-folder.ts";

declare const GATEHOUSE_VERSION: string;

interface RunDoctorOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly repository: RepositoryName | undefined;
  readonly json?: boolean | undefined;
}

const limitMilliseconds = 15_000;

/** `gatehouse doctor`: looks at everything side by side, and prints what was seen. */
export async function runDoctor({
  host,
  brand,
  repository,
  json,
}: RunDoctorOptions): Promise<void> {
  const env = ourEnvironment();
  const { stdin, stdout } = process;
  const now = () => new Date();
  const cliLimitMilliseconds = limitMilliseconds;
  const connection = await connect({ host, brand, env, cliLimitMilliseconds });
  try {
    const { command } = connection.profile.brand.cli;
    const version = GATEHOUSE_VERSION;
    const program = process.argv[1] ?? "";
    const progress = openStatusLine();
    progress.say("Looking at this machine");
    const document = await examine(
      [
        ...programExaminations({ version, program, nodeVersion: process.version, now: now() }),
        terminalExamination({ stdin, stdout, env }),
        ...forgeExaminations({
          connection,
          env,
          now,
          cliPath: findProgram(command, env),
          repository,
        }),
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
        onEnd: (ended, of) => progress.say(`Looking at this machine: ${ended} of ${of}`),
      },
    );
    progress.end();
    printCheckup(document, { json: json === true });
    if (!document.ok) process.exitCode = exitCode.incomplete;
  } finally {
    await connection.close();
  }
}
