import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option } from "../../src/prompts/prompter.ts";
import type { RuleProposal } from "../../src/firewall/rules/suggest-rule.ts";
import { count } from "../../src/shared/count.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { addRule, allows, proposeRules, type Rules } from "./propose-rules.ts";
import { runTrial, formatCount, type TrialResult } from "./run-trial.ts";
import type { BlockedKind } from "./trial-kinds.ts";

/** The result of all trial runs. */
export interface Tried {
  readonly rules: Rules;
  readonly command: string;
  readonly runs: number;
  /** Rules that the operator added. */
  readonly added: readonly string[];
}

export interface Trying {
  readonly rules: Rules;
  /** Writes the rules file again. */
  readonly save: (rules: Rules) => Promise<void>;
}

type Context = Pick<FlowContext, "ask" | "read">;

/**
 * Runs a command with the rules and offers rules for blocked requests, until the operator finishes.
 */
export async function tryRules(
  context: Context,
  deps: FirewallDeps,
  { rules: given, save }: Trying,
): Promise<Tried | undefined> {
  const way = await context.ask.choose<"later" | "now">({
    id: "trial",
    title: "Test the rules with a command?",
    options: [
      { value: "later", label: "Later", hint: "the rules file is already written" },
      { value: "now", label: "Run a command", hint: "you can allow blocked requests" },
    ],
    initial: "later",
    why: "The command runs behind the firewall, as in later runs. Blocked requests are listed, and you can allow each with a rule.",
  });
  if (way === "later") return undefined;
  const command = await context.ask.text({
    id: "trial-command",
    name: "Command",
    title: "Command to run, as in a shell:",
    placeholder: "npm test",
    check: (text) => (text === "" ? "Enter a command." : undefined),
  });
  let rules = given;
  const added: string[] = [];
  for (let runs = 1; ; runs += 1) {
    // A replay does not run the command again.
    const trial = await context.read(`trial ${runs} ${command}`, () =>
      runTrial(context, deps, command),
    );
    for (;;) {
      const { kind, isOver } = await chooseKind(context, { rules, trial, command });
      if (isOver) return { rules, command, runs, added };
      if (!kind) break;
      const proposal = await chooseReach(context, rules, kind);
      added.push(proposal.text);
      rules = { ...rules, draft: addRule(rules.draft, proposal) };
      await save(rules);
    }
  }
}

interface Next {
  readonly kind?: BlockedKind | undefined;
  readonly isOver: boolean;
}

interface Tally {
  readonly rules: Rules;
  readonly trial: TrialResult;
  readonly command: string;
}

/**
 * Maximum number of rows. The limit ensures that each row and the two fixed options can be selected
 * with a single digit.
 */
const mostRows = 6;

async function chooseKind(context: Context, { rules, trial, command }: Tally): Promise<Next> {
  const isAllowed = ({ denied }: BlockedKind) => denied !== undefined && allows(rules, denied);
  const open = trial.kinds.filter((kind) => !isAllowed(kind));
  const allowed = trial.kinds.filter(isAllowed);
  const can = await findAllowable(rules, open);
  const shown = can.slice(0, mostRows);
  const rows = shown.map((kind): Option => ({ value: kind.name, label: describeKind(kind) }));
  const choice = await context.ask.choose({
    id: "trial-next",
    title: shown.length > 0 ? "Allow a blocked request?" : "What do you want to do next?",
    facts: [
      { name: "Command", text: command },
      { name: "Result", text: `${describeEnd(trial)}; ${formatCount(trial)}` },
      ...allowed.map(({ name }) => ({ name: "Allowed", text: name })),
      ...open
        .filter((kind) => !can.includes(kind))
        .map(({ name, reason }) => ({ name: "No rule", text: `${name}: ${reason}` })),
    ],
    body:
      can.length > shown.length
        ? [`${count(can.length - mostRows, "more blocked request")} not shown.`]
        : [],
    options: [
      ...rows,
      { value: again, label: "Run it again" },
      { value: finish, label: shown.length > 0 ? "Finish, keep the rest blocked" : "Finish" },
    ],
    initial: finish,
  });
  if (choice === finish) return { isOver: true };
  return { isOver: false, kind: shown.find(({ name }) => name === choice) };
}

const again = "again";
const finish = "finish";

/** Returns the kinds of blocked requests that a rule can allow. */
async function findAllowable(
  rules: Rules,
  kinds: readonly BlockedKind[],
): Promise<readonly BlockedKind[]> {
  const propose = async ({ denied }: BlockedKind) => (denied ? proposeRules(rules, denied) : []);
  const proposed = await Promise.all(kinds.map(propose));
  return kinds.filter((_, index) => proposed[index]?.length !== 0);
}

/** Describes a kind: `GET registry.test/left-pad, 12 times: no rule names registry.test`. */
function describeKind({ name, count: times, reason }: BlockedKind): string {
  return `${name}, ${count(times, "time")}: ${reason}`;
}

function describeEnd({ end }: TrialResult): string {
  if (!end) return "stopped";
  return end.reason ?? `exited with ${end.code}`;
}

const reaches: Readonly<Record<RuleProposal["reach"], Omit<Option, "value">>> = {
  address: { label: "This URL", hint: "no other URL" },
  neighbours: { label: "Same directory", hint: "all URLs in the same directory" },
  host: { label: "Entire host", hint: "all URLs on the host" },
};

/** Asks for the rule's scope if several scopes are possible. */
async function chooseReach(
  context: Context,
  rules: Rules,
  { name, denied }: BlockedKind,
): Promise<RuleProposal> {
  const proposals = denied ? await proposeRules(rules, denied) : [];
  const [first, ...others] = proposals;
  if (!first) throw new Error(`no rule allows "${name}", even though it was listed as a choice`);
  if (others.length === 0) return first;
  const reach = await context.ask.choose({
    id: "trial-reach",
    title: "How much should be allowed?",
    facts: [
      { name: "Blocked", text: name },
      ...proposals.map((one) => ({ name: reaches[one.reach].label, text: one.text })),
    ],
    options: proposals.map((one) => ({ value: one.reach, ...reaches[one.reach] })),
    initial: first.reach,
  });
  return proposals.find((one) => one.reach === reach) ?? first;
}
