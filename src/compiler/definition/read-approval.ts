import { list, record } from "../../yaml/record-shape.ts";
import { boolean, integer, never, noExpressions, oneLine, text } from "../../yaml/scalar-shapes.ts";
import type { Shape } from "../../yaml/shape.ts";
import type { Approval } from "./agent-definition.ts";

/** Longest time limit of the task `ManualValidation@1`: 30 days. */
const mostMinutes = 30 * 24 * 60;

/** Rules for an approval that the definition does not describe. */
export const usualApproval: Approval = {
  approvers: [],
  notify: [],
  minutes: 60,
  allowOwnRuns: false,
};

const person = text({
  checks: [
    oneLine,
    noExpressions,
    never(/^\s*$|^\s|\s$/, "is empty, or begins or ends with a space"),
    never(/[,;]/, "contains a comma or semicolon", "Use one list item for each user or group"),
    never(/\p{Cf}/u, "contains an invisible character"),
    never(/^.{257}/, "is longer than 256 characters"),
  ],
});
const people = list(person, { what: "users and groups", isFilled: true });

const fields = record(
  {
    approvers: {
      shape: people,
      about: "Users and groups who can approve. Default: anyone who can queue the pipeline.",
    },
    notify: {
      shape: people,
      about: "Users and groups who receive an email. Default: the approvers.",
    },
    minutes: {
      name: "timeout-minutes",
      shape: integer({ from: 1, to: mostMinutes }),
      about: "Minutes until the proposals count as rejected. Default: 60.",
    },
    allowOwnRuns: {
      name: "allow-own-runs",
      shape: boolean,
      about: "Whether the user who started the run can approve its proposals. Default: false.",
    },
  },
  { what: "the approval" },
);

/** Rules for the approval of proposals. */
export const approvalShape: Shape<Approval> = {
  schema: fields.schema,
  read(node, site) {
    const read = fields.read(node, site);
    if (!read) return undefined;
    const { approvers = [] } = read;
    return { ...usualApproval, approvers, notify: approvers, ...read };
  },
};
