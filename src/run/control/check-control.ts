import type { Brand } from "../../forge/brand.ts";
import { checkWorkflow, isAgentBacked } from "./check-workflow.ts";
import { controlFilePath, renderControlFile } from "./control-file.ts";
import type { Finding } from "./finding.ts";
import { findPassedCredentials } from "./find-input-credentials.ts";
import { findImporters, importsOf } from "./imports-of.ts";
import { manifestPath } from "./is-source.ts";
import { explainPin, isSamePin, readPin, sourceVariable } from "./cli-pin.ts";
import type { OpenPlan } from "./plan-for.ts";
import { readWorkflowDocument } from "./workflow-document.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { fieldAt } from "./yaml-tree.ts";

/** A file in the control repository. */
export interface ControlSource {
  readonly path: string;
  /** Text of the file; undefined if the file is not a text file. */
  readonly text: string | undefined;
}

/** The plan that the control file must match, or the reason why there is no plan. */
export type WantedPlan =
  { readonly plan: OpenPlan } | { readonly plan: undefined; readonly reason: string };

export interface ControlReport {
  /** The number of agent-backed workflows that were checked. */
  readonly workflows: number;
  readonly findings: readonly Finding[];
  /** Files and values that could not be checked, one sentence each. */
  readonly unread: readonly string[];
}

/**
 * Checks the control file and every workflow that must use it. Findings are sorted by file and
 * line.
 */
export function checkControl(
  sources: readonly ControlSource[],
  brand: Brand,
  wanted: WantedPlan,
): ControlReport {
  const control = controlFilePath(brand);
  const read = sources.flatMap(({ path, text }) =>
    text === undefined ? [] : (readWorkflowDocument(path, text) ?? []),
  );
  const files = new Map(read.map((each) => [each.path, each]));
  const checked = read.filter(({ path }) => path !== manifestPath && path !== control);
  const workflows = checked.filter(({ path }) => !isCompiled(path, files));
  const compiled = checked.filter(({ path }) => isCompiled(path, files));
  const { plan } = wanted;
  const importers = findImporters(control, read);
  const checkContext = {
    brand,
    environment: plan?.choice.profile === "pat" ? plan.environment : undefined,
    importsControl: (path: string) => importers.has(path),
    files,
  };
  const source = sources.find(({ path }) => path === control);
  const reports = workflows.map((workflow) => checkWorkflow(workflow, checkContext));
  const findings = [
    ...findDrift(control, source?.text, wanted),
    ...findConfigBlock(files.get(manifestPath)),
    ...reports.flatMap((report) => report.findings),
    ...compiled.flatMap((workflow) => findPassedCredentials(workflow, files)),
    ...sources.filter(({ path }) => isCompiled(path, files)).flatMap(findStaleLock(source?.text)),
  ];
  return {
    workflows: workflows.filter(isAgentBacked).length,
    findings: findings.toSorted(inOrder),
    unread: [...listUnread(sources, read), ...reports.flatMap((report) => report.unread)],
  };
}

/**
 * Returns whether a file was compiled from a workflow whose source is also checked. The forge runs
 * the compiled `.lock.yml`, which cannot be compared with its source because the compiler is not
 * available. So a credential that the compiled file passes to another run is still reported, and so
 * is a package that differs from the control file's.
 */
function isCompiled(path: string, files: ReadonlyMap<string, WorkflowDocument>): boolean {
  const [, stem] = /^(.*)\.lock\.ya?ml$/i.exec(path) ?? [];
  const source = stem === undefined ? undefined : files.get(`${stem}.md`);
  return source !== undefined && (isAgentBacked(source) || source.faults.length > 0);
}

/** Lists files that are not text files, and imports from outside the repository. */
function listUnread(
  sources: readonly ControlSource[],
  read: readonly WorkflowDocument[],
): string[] {
  const known = new Set(sources.map(({ path }) => path));
  const blind = sources.flatMap(({ path, text }) => (text === undefined ? [path] : []));
  const elsewhere = read.flatMap((file) =>
    importsOf(file).flatMap(({ path, name }) =>
      known.has(path) || name.endsWith("?")
        ? []
        : [`${file.path} imports ${name}, which was not read`],
    ),
  );
  return [...blind.map((path) => `${path} is not a text file`), ...new Set(elsewhere)];
}

function findDrift(file: string, text: string | undefined, wanted: WantedPlan): Finding[] {
  const at = (line: number, message: string): Finding[] => [
    { file, line, column: 1, check: "drift", message },
  ];
  if (text === undefined) return at(1, "the control file is missing; render it");
  if (!wanted.plan) return at(1, wanted.reason);
  const pin = readPin(text);
  if (!pin) return at(1, "it does not pin a gatehouse package; render it again");
  const problem = explainPin(pin);
  const lines = text.split("\n");
  if (problem !== undefined) return at(pinLineOf(text), problem);
  const rendered = renderControlFile({ ...wanted.plan, pin }).split("\n");
  const differs = (_: unknown, index: number) => rendered[index] !== lines[index];
  const longer = lines.length > rendered.length ? lines : rendered;
  const first = longer.findIndex(differs);
  return first === -1
    ? []
    : at(first + 1, "from this line on, it differs from the output of `gatehouse control render`");
}

/**
 * Returns a function that reports a compiled workflow with another pin than the control file. The
 * compiler copies the steps of the control file, so a new pin has no effect until it runs again.
 */
function findStaleLock(control: string | undefined): (compiled: ControlSource) => Finding[] {
  const wanted = readPin(control ?? "");
  return ({ path: file, text = "" }) => {
    const pin = readPin(text);
    if (!wanted || !pin || isSamePin(pin, wanted)) return [];
    const message =
      "its gatehouse package is not the one that the control file pins; run `gh aw compile` and commit the result";
    return [{ file, line: pinLineOf(text), column: 1, check: "stale-lock", message }];
  };
}

/** Returns the number of the first line that names the package. */
function pinLineOf(text: string): number {
  return text.split("\n").findIndex((line) => line.includes(`${sourceVariable}:`)) + 1;
}

function findConfigBlock(manifest: WorkflowDocument | undefined): Finding[] {
  if (!manifest) return [];
  const { path: file, faults, tree, placeOf } = manifest;
  const broken = faults.map(({ line, column, message }) => ({
    file,
    line,
    column,
    check: "config-block" as const,
    message,
  }));
  const block = fieldAt(tree, ["config"]);
  if (broken.length > 0 || !block) return broken;
  const message = "a config block prevents non-interactive installation";
  return [{ file, ...placeOf(block.key.start), check: "config-block", message }];
}

function inOrder(one: Finding, other: Finding): number {
  return (
    one.file.localeCompare(other.file, "en") ||
    one.line - other.line ||
    one.column - other.column ||
    one.check.localeCompare(other.check, "en")
  );
}
