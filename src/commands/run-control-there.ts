import { commandLine } from "../plane/repository/command-line.ts";
import { readPin, resolvePin } from "../run/control/cli-pin.ts";
import { controlFilePath, renderControlFile } from "../run/control/control-file.ts";
import { requireProfile } from "../run/control/control-folder.ts";
import {
  controlMessage,
  followSharedControl,
  inspectControl,
  readPlanThere,
} from "../run/control/control-repository.ts";
import { findLineChanges } from "../run/control/line-changes.ts";
import { requireVisible } from "../plane/repository/unseen-repository.ts";
import type { Connection } from "../forge/connection.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { connect } from "./connect.ts";
import { findingRows, renderedRows, toCheckDocument } from "./outcomes/print-control.ts";
import { printJson } from "./outcomes/print-json.ts";
import type { CheckOptions, RenderOptions } from "./run-control.ts";

type There<T> = T & { readonly repo: string };

/** Runs `gatehouse control check --repo`: checks the files on the forge. */
export async function runCheckThere(options: There<CheckOptions>): Promise<void> {
  const repository = requireRepositoryName(options.repo, ["control", "check", "--repo"]);
  await withConnection(options, async (connection) => {
    const client = await connection.client();
    const inspection = await requireVisible({ connection, repository }, () =>
      inspectControl(client, repository),
    );
    const document = toCheckDocument(inspection, inspection);
    if (options.json) printJson(document);
    else {
      const render = commandLine("control render", location(connection, repository), ["--commit"]);
      printRows((painted) => findingRows(document, { style: painted, render }));
    }
    if (inspection.findings.length > 0) process.exitCode = exitCode.incomplete;
  });
}

/** Runs `gatehouse control render --repo`: prints the file, or commits it with `--commit`. */
export async function runRenderThere(options: There<RenderOptions>): Promise<void> {
  const repository = requireRepositoryName(options.repo, ["control", "render", "--repo"]);
  const named = options.profile === undefined ? undefined : requireProfile(options.profile);
  await withConnection(options, async (connection) => {
    const followed = followSharedControl(connection, repository);
    const [plan, found] = await requireVisible({ connection, repository }, () =>
      Promise.all([readPlanThere(connection, repository, named), followed.read()]),
    );
    const before = found?.text;
    const pin = resolvePin(options, before === undefined ? undefined : readPin(before));
    const text = renderControlFile({ ...plan, pin });
    const file = controlFilePath(connection.profile.brand);
    const about = { file, profile: plan.choice.profile };
    if (options.commit !== true) {
      if (options.json) printJson({ ...about, cli: pin, committed: false, text });
      else process.stdout.write(text);
      return;
    }
    if (text !== before) await followed.write(text, controlMessage);
    const state = before === undefined ? "written" : text === before ? "unchanged" : "changed";
    if (options.json) return printJson({ ...about, state, cli: pin, committed: true });
    const changes = before === undefined ? [] : findLineChanges(before, text);
    const check = commandLine("control check", location(connection, repository));
    printRows((inspection) =>
      renderedRows({ ...about, state, changes }, { style: inspection, check }),
    );
  });
}

async function withConnection(
  { host, brand }: CheckOptions,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await connect({ host, brand, env: ourEnvironment() });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

function location({ profile }: Connection, repository: RepositoryName) {
  return { profile, repository };
}
