import { count } from "../../../shared/count.ts";
import type { Hint } from "../../../shared/errors.ts";
import type { ControlFindings } from "../../../run/control/review-control.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

const id = "shared-control";
const inspectThem = { text: "Check these manually: gatehouse could not read them" };
/** Number of findings to list; the rest are counted. `control check` lists all. */
const mostFindings = 10;

/**
 * Checks that the shared control file matches the decision and that every workflow imports it. The
 * check fails if the file is missing, even without workflows, because no run could use the chosen
 * credential.
 */
export function checkSharedControl({ sharedControl, command }: CheckContext): ReviewCheck {
  if (!sharedControl.isSeen) return unknown(id, sharedControl.reason, signInAsAdministrator);
  const { file, isThere, profile, workflows, findings, unread, source } = sharedControl.value;
  if (!isThere && workflows === 0 && findings.length === 1) {
    const text = `${file} not found, and no agent-backed workflow exists that would import it: no run can be admitted.`;
    return fail(id, text, ...fix(sharedControl.value, command));
  }
  if (findings.length > 0) {
    return fail(id, describeFindings(findings), ...fix(sharedControl.value, command));
  }
  if (unread.length > 0) {
    return unknown(
      id,
      unread.map((each) => `${each}.`),
      inspectThem,
    );
  }
  const relying =
    workflows === 0
      ? "no agent-backed workflow exists yet."
      : `it is imported by ${count(workflows, "agent-backed workflow")}.`;
  const text = `${file} matches the profile ${profile ?? ""}; ${relying}`;
  return pass(
    id,
    text,
    ...(source === undefined ? [] : [`Runs install gatehouse from ${source}.`]),
  );
}

function describeFindings(findings: ControlFindings["findings"]): string[] {
  const text = findings
    .slice(0, mostFindings)
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}.`);
  const more = findings.length - text.length;
  return more === 0 ? text : [...text, `And ${more} more.`];
}

function fix(
  { isThere, profile, findings }: ControlFindings,
  command: CheckContext["command"],
): Hint[] {
  const drifts = findings.some(({ check }) => check === "drift");
  const others = findings.some(({ check }) => check !== "drift");
  return [
    ...(drifts ? [fixFile({ isThere, profile }, command)] : []),
    ...(others
      ? [{ text: "Fix these workflows, and check again", command: command("control check") }]
      : []),
  ];
}

function fixFile(
  { isThere, profile }: Pick<ControlFindings, "isThere" | "profile">,
  command: CheckContext["command"],
): Hint {
  if (profile === undefined) {
    return { text: "Choose a profile first", command: command("scope") };
  }
  const render = command("control render", ["--commit"]);
  return isThere
    ? { text: "Render the shared control file again", command: render }
    : {
        text: "Render the shared control file with the gatehouse package for runs",
        command: render,
      };
}
