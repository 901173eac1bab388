import type { Brand } from "../../forge/brand.ts";
import type { ControlCheck, Finding } from "./finding.ts";
import type { Files } from "./credential-tracker.ts";
import { findInferenceFallbacks } from "./find-inference-fallbacks.ts";
import { findInputCredentials } from "./find-input-credentials.ts";
import { findOwnApps } from "./find-own-apps.ts";
import { asRecord, isMarkdown, start } from "./workflow-document.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { fieldAt } from "./yaml-tree.ts";

export interface WorkflowContext {
  readonly brand: Brand;
  /** The protected environment that stores the PAT; undefined if the PAT profile is not used. */
  readonly environment: string | undefined;
  /** Returns whether a file imports the control file, directly or through other files. */
  readonly importsControl: (path: string) => boolean;
  /** All workflows that were read, by path. */
  readonly files: Files;
}

/** The problems of one workflow, and the parts of it that could not be checked. */
export interface WorkflowReport {
  readonly findings: readonly Finding[];
  readonly unread: readonly string[];
}

export function checkWorkflow(
  workflow: WorkflowDocument,
  checkContext: WorkflowContext,
): WorkflowReport {
  const { path: file, faults } = workflow;
  if (faults.length > 0) {
    const findings = faults.map(({ line, column, message }) => ({
      file,
      line,
      column,
      check: "front-matter" as const,
      message,
    }));
    return { findings, unread: [] };
  }
  const own = isAgentBacked(workflow) ? checkAgentBacked(workflow, checkContext) : [];
  const { findings, unread } = findInputCredentials(workflow, checkContext.files);
  const fallbacks = findInferenceFallbacks(workflow, checkContext.brand);
  return { findings: [...own, ...fallbacks, ...findOwnApps(workflow), ...findings], unread };
}

/** Keys of `on:` that a shared part can have, because they do not start a run. */
const importSafe = /^(skip-.*|(github|forge)-(token|app))$/;

/**
 * Returns whether a Markdown file is a workflow with a trigger. Shared parts do not have triggers.
 */
export function isAgentBacked({ path, value }: WorkflowDocument): boolean {
  const { on } = value;
  if (!isMarkdown(path) || on === undefined) return false;
  if (typeof on !== "object" || on === null || Array.isArray(on)) return true;
  return Object.keys(asRecord(on)).some((name) => !importSafe.test(name));
}

function checkAgentBacked(workflow: WorkflowDocument, checkContext: WorkflowContext): Finding[] {
  const { path: file, tree, value, placeOf } = workflow;
  const { inferencePermission: word } = checkContext.brand;
  const at = (name: string, check: ControlCheck, message: string): Finding => {
    const field = fieldAt(tree, [name]);
    return { file, ...(field ? placeOf(field.key.start) : start), check, message };
  };
  const findings: Finding[] = [];
  if (asRecord(value["permissions"])[word] !== "write") {
    const message = `the permission "${word}: write" is missing, so inference has no credential`;
    findings.push(at("permissions", "inference-permission", message));
  }
  if (!checkContext.importsControl(file)) {
    const message = "it does not import shared/control.md with a role, so its runs skip admission";
    findings.push(at("imports", "shared-control", message));
  }
  const { environment } = checkContext;
  if (environment !== undefined && environmentOf(value["environment"]) !== environment) {
    const message = `"environment: ${environment}" is missing, so its jobs cannot read the PAT stored there`;
    findings.push(at("environment", "environment", message));
  }
  return findings;
}

function environmentOf(value: unknown): unknown {
  return typeof value === "string" ? value : asRecord(value)["name"];
}
