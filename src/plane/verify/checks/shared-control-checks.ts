import { count } from "../../../shared/count.ts";
import type { Hint } from "../../../shared/errors.ts";
import type { ControlFindings } from "../../../run/control/review-control.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

const id = "shared-control";
const inspectThem = { say: "Look at these yourself: no check here reads them" };
/** More than these are counted; `control check` has them all. */
const mostFindings = 10;

/**
 * The shared control file is what was decided, and every workflow relies on it. Without the file no run could take a
 * credential as decided: that fails, also where no workflow is there yet.
 */
export function checkSharedControl({ sharedControl, command }: CheckContext): ReviewCheck {
  if (!sharedControl.isSeen) return unknown(id, sharedControl.because, signInAsAdministrator);
  const { file, isThere, profile, workflows, findings, unread, source } = sharedControl.value;
  if (!isThere && workflows === 0 && findings.length === 1) {
    const said = `There is no ${file}, and no agent-backed workflow that would import it: no run can be admitted.`;
    return fail(id, said, ...mend(sharedControl.value, command));
  }
  if (findings.length > 0) {
    return fail(id, describeFindings(findings), ...mend(sharedControl.value, command));
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
      ? "no agent-backed workflow is there yet."
      : `it is imported by ${count(workflows, "agent-backed workflow")}.`;
  const said = `${file} is what the profile ${profile ?? ""} calls for; ${relying}`;
  return pass(id, said, ...(source === undefined ? [] : [`Runs bring gatehouse from ${source}.`]));
}

function describeFindings(findings: ControlFindings["findings"]): string[] {
  const said = findings
    .slice(0, mostFindings)
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}.`);
  const more = findings.length - said.length;
  return more === 0 ? said : [...said, `And ${more} more.`];
}

function mend(
  { isThere, profile, findings }: ControlFindings,
  command: CheckContext["command"],
): Hint[] {
  const drifts = findings.some(({ check }) => check === "drift");
  const others = findings.some(({ check }) => check !== "drift");
  return [
    ...(drifts ? [fixFile({ isThere, profile }, command)] : []),
    ...(others
      ? [{ say: "Mend these workflows, and look again", command: command("control check") }]
      : []),
  ];
}

function fixFile(
  { isThere, profile }: Pick<ControlFindings, "isThere" | "profile">,
  command: CheckContext["command"],
): Hint {
  if (profile === undefined) {
    return { say: "Decide first what it is rendered for", command: command("scope") };
  }
  const render = command("control render", ["--commit"]);
  return isThere
    ? { say: "Render the shared control file again", command: render }
    : {
        say: "Render the shared control file, with the package of gatehouse that runs bring",
        command: render,
      };
}
