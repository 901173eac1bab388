import { renderAndCommit } from "../overall-status.ts";
import { count } from "../../../shared/count.ts";
import type { Hint } from "../../../shared/errors.ts";
import type { ControlFindings } from "../../../run/control/review-control.ts";
import { explainPin } from "../../../run/control/cli-pin.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

const id = "shared-control";
/** Number of findings to list; the rest are counted. `control check` lists all. */
const mostFindings = 10;

/**
 * Checks that the shared control file matches the decision and that every workflow imports it. The
 * check fails if the file is missing, even without workflows, because no run could use the chosen
 * credential.
 */
export function checkSharedControl(checkContext: CheckContext): ReviewCheck {
  const { sharedControl, command } = checkContext;
  if (!sharedControl.isSeen) return unknown(id, sharedControl.reason, signInAsAdministrator);
  const { file, isThere, profile, workflows, findings, unread, pin } = sharedControl.value;
  if (!isThere && workflows === 0 && findings.length === 1) {
    const text = `${file} not found, and no agent-backed workflow exists that would import it: no run can be admitted.`;
    return fail(id, text, ...fix(sharedControl.value, command));
  }
  if (findings.length > 0) {
    return fail(id, describeFindings(findings), ...fix(sharedControl.value, command));
  }
  const problem = pin && checkPackage(pin.source, checkContext);
  if (problem) return problem;
  if (unread.length > 0) {
    return unknown(
      id,
      unread.map((each) => `${each}.`),
      {
        text: "Check manually what gatehouse could not read; this command lists it",
        command: command("control check"),
      },
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
    ...(pin === undefined ? [] : [`Runs install gatehouse from ${pin.source}.`]),
  );
}

/**
 * Returns the result for a package that runs cannot install; undefined if the package matches or
 * was not compared.
 */
function checkPackage(
  source: string,
  { runPackage, command }: CheckContext,
): ReviewCheck | undefined {
  const pack: Hint = {
    text: "Have runs install this gatehouse instead",
    command: command("control render", ["--commit", "--pack"]),
  };
  switch (runPackage.kind) {
    case "differs":
      return fail(
        id,
        `The gatehouse package ${source} does not match the hash in the control file: no run can be admitted.`,
        pack,
      );
    case "missing":
      return fail(id, `Runs cannot install gatehouse from ${source}: ${runPackage.reason}.`, pack);
    case "unreachable":
      return unknown(
        id,
        `Could not download ${source} from this machine: ${runPackage.reason}.`,
        { text: "Check that this machine and the runners can reach the gatehouse package" },
        pack,
      );
    case "matches":
    case "not compared":
      return undefined;
  }
}

function describeFindings(findings: ControlFindings["findings"]): string[] {
  const text = findings
    .slice(0, mostFindings)
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}.`);
  const more = findings.length - text.length;
  return more === 0 ? text : [...text, `And ${more} more.`];
}

function fix({ findings, ...control }: ControlFindings, command: CheckContext["command"]): Hint[] {
  const drifts = findings.some(({ check }) => check === "drift");
  const others = findings.some(({ check }) => check !== "drift");
  return [
    ...(drifts ? [fixFile(control, command)] : []),
    ...(others
      ? [{ text: "Fix these workflows, and check again", command: command("control check") }]
      : []),
  ];
}

function fixFile(
  { isThere, profile, pin }: Pick<ControlFindings, "isThere" | "profile" | "pin">,
  command: CheckContext["command"],
): Hint {
  if (profile === undefined) {
    return { text: "Choose a profile first", command: command("scope") };
  }
  const hasPackage = pin !== undefined && explainPin(pin) === undefined;
  return isThere && hasPackage
    ? {
        text: "Render the shared control file again",
        command: command("control render", ["--commit"]),
      }
    : renderAndCommit(command);
}
