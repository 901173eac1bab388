import { choosePackage } from "../run/control/choose-package.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { explainPin, readPin } from "../run/control/cli-pin.ts";
import { commitPackage, pinPacked } from "../run/control/committed-package.ts";
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
import type { RepositoryName } from "../forge/repository-name.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { namedRepository } from "./named-repository.ts";
import { connect } from "./connect.ts";
import { findingRows, renderedRows, toCheckDocument } from "./outcomes/print-control.ts";
import { printJson } from "./outcomes/print-json.ts";
import { ownPackage } from "./own-package.ts";
import type { CheckOptions, RenderOptions } from "./run-control.ts";

type There<T> = T & { readonly repo: string };

/** Runs `gatehouse control check --repo`: checks the files on the forge. */
export async function runCheckThere(options: There<CheckOptions>): Promise<void> {
  const repository = namedRepository(options.repo);
  await withConnection(options, async (connection) => {
    const client = await connection.client();
    const inspection = await requireVisible({ connection, repository }, () =>
      inspectControl(client, repository),
    );
    const document = toCheckDocument(inspection, inspection);
    if (options.json) printJson(document);
    else {
      const { pin } = inspection;
      const packing = pin && explainPin(pin) === undefined ? [] : ["--pack"];
      const more = ["--commit", ...packing];
      const render = commandLine("control render", location(connection, repository), more);
      printRows((painted) => findingRows(document, { style: painted, render }));
    }
    if (inspection.findings.length > 0) process.exitCode = exitCode.incomplete;
  });
}

/** Runs `gatehouse control render --repo`: prints the file, or commits it with `--commit`. */
export async function runRenderThere(options: There<RenderOptions>): Promise<void> {
  const repository = namedRepository(options.repo);
  const named = options.profile === undefined ? undefined : requireProfile(options.profile);
  await withConnection(options, async (connection) => {
    const followed = followSharedControl(connection, repository);
    const [plan, found] = await requireVisible({ connection, repository }, () =>
      Promise.all([readPlanThere(connection, repository, named), followed.read()]),
    );
    const before = found?.text;
    const kept = before === undefined ? undefined : readPin(before);
    const where = location(connection, repository);
    const chosen = await choosePackage(options, {
      own: ownPackage(),
      kept,
      packing: commandLine("control render", where, [
        ...(options.profile === undefined ? [] : ["--profile", options.profile]),
        ...(options.commit === true ? ["--commit"] : []),
        "--pack",
      ]),
    });
    const { brand } = connection.profile;
    const pin = "bytes" in chosen ? pinPacked(chosen, brand) : chosen;
    const text = renderControlFile({ ...plan, pin });
    const file = controlFilePath(brand);
    const about = { file, profile: plan.choice.profile };
    if (options.commit !== true) {
      if (options.json) printJson({ ...about, cli: pin, committed: false, text });
      else process.stdout.write(text);
      return;
    }
    if ("bytes" in chosen) await commitPackage(await connection.client(), repository, chosen);
    if (text !== before) await followed.write(text, controlMessage);
    const state = before === undefined ? "written" : text === before ? "unchanged" : "changed";
    if (options.json) return printJson({ ...about, state, cli: pin, committed: true });
    const changes = before === undefined ? [] : findLineChanges(before, text);
    const check = commandLine("control check", where);
    printRows((style) =>
      renderedRows({ ...about, brand, kept, pin, state, changes }, { style, check }),
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
