import { appRecords, patSecret } from "../../credentials/records.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { findFile } from "../../forge/resources/contents.ts";
import { listFolder, readFolderFiles } from "../../forge/resources/folder-files.ts";
import { listWorkflows } from "../../forge/resources/target-workflows.ts";
import { proofPath, renderProofWorkflow } from "../proof/proof-workflow.ts";
import { decisionPath, settingsPath } from "../scope/control-files.ts";
import type { Decided } from "../scope/read-decided.ts";
import { isCommitted, packageFolder, readPin } from "../../run/control/cli-pin.ts";
import { controlFilePath, renderControlFile } from "../../run/control/control-file.ts";
import { wantPlan } from "../../run/control/review-control.ts";
import { findLineChanges } from "../../run/control/line-changes.ts";
import type { Dependant, FileKind, RemainingFile } from "./inventory.ts";

/**
 * Reads the files that gatehouse committed, and determines how they differ from the files that it
 * would write.
 */
export async function readFiles(
  client: ForgeClient,
  repository: RepositoryName,
  decided: Decided,
): Promise<RemainingFile[]> {
  const { brand } = client.profile;
  const locations: readonly [FileKind, string][] = [
    ["proof workflow", proofPath(brand)],
    ["control file", controlFilePath(brand)],
    ["settings", settingsPath(brand)],
    ["decision", decisionPath(brand)],
  ];
  const { plan } = wantPlan(brand, decided);
  const written = (kind: FileKind, text: string): string => {
    if (kind === "proof workflow") return renderProofWorkflow(brand);
    const pin = readPin(text);
    return kind === "control file" && plan && pin ? renderControlFile({ ...plan, pin }) : text;
  };
  const found = await Promise.all(
    locations.map(async ([kind, path]): Promise<RemainingFile[]> => {
      const file = await findFile(client, repository, path);
      if (!file) return [];
      const wanted = written(kind, file.text);
      const changes = wanted === file.text ? [] : findLineChanges(wanted, file.text);
      return [{ kind, path, sha: file.sha, changes }];
    }),
  );
  return [...found.flat(), ...(await readPackages(client, repository))];
}

/** Finds the gatehouse packages that were committed for runs. */
async function readPackages(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<RemainingFile[]> {
  const entries = await listFolder(client, repository, packageFolder(client.profile.brand));
  return entries
    .filter(({ path }) => isCommitted(path))
    .map(({ path, sha }) => ({ kind: "gatehouse package", path, sha, changes: [] }));
}

/**
 * Finds the workflows that would keep running without the control plane: those that import the
 * control file, and those that name one of the records, especially compiled ones. If such a run
 * does not find an App, it uses the next credential.
 */
export async function readDependants(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<Dependant[]> {
  const { brand } = client.profile;
  const folder = `${brand.folder}/workflows`;
  const own = new Set([proofPath(brand), controlFilePath(brand)]);
  const wants = (path: string) => /\.(md|ya?ml)$/i.test(path) && !own.has(path);
  const [files, known] = await Promise.all([
    readFolderFiles(client, repository, { folder, additional: [], wants }),
    listWorkflows(client, repository.full),
  ]);
  const isCutShort = known.cutShort !== undefined;
  const states = new Map(known.entries.map(({ path, state }) => [path, state]));
  return (
    files
      // A file with unknown content may be a dependant, too.
      .filter(({ text }) => text === undefined || names(text))
      .map(({ path }): Dependant => {
        const state = states.get(path) ?? (isCutShort && isYaml(path) ? "active" : undefined);
        if (state === undefined) return { path, state: "part" };
        return { path, state: state === "active" ? "enabled" : "disabled" };
      })
  );
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

const words = [
  ...Object.values(appRecords).flatMap(({ variable, secret }) => [variable, secret]),
  patSecret,
];
// Secret names are case-insensitive on GitHub.
const named = new RegExp(
  String.raw`\b(${words.join("|")})\b|\bshared/control(\.md)?(?![\w.-])`,
  "i",
);

function names(text: string): boolean {
  return named.test(text);
}
