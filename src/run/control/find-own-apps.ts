import type { YamlField, YamlNode } from "../../yaml/yaml-node.ts";
import type { Finding } from "./finding.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { listMaps, textOf } from "./yaml-tree.ts";

/** Front matter blocks that mint an App token. The last one is an older spelling. */
const blocks = ["github-app", "forge-app", "app"];
/** GitHub's action for minting App tokens, and similar third-party actions. */
const mintingAction =
  /^(actions\/create-github-app-token|tibdex\/github-app-token|getsentry\/action-github-app-token|peter-murray\/workflow-application-token-action)(@|\/|$)/i;

/**
 * Matches `# own App because: the target is in another organization`, above the block or at the end
 * of its first line.
 */
const reason = /#\s*own App because:\s*(\S.{9,})$/;

/**
 * Finds App blocks in a workflow. The control file provides Apps for all workflows, so a workflow
 * can have its own App only if a comment gives a reason.
 */
export function findOwnApps({ path: file, tree, bareLines, placeOf }: WorkflowDocument): Finding[] {
  return listMaps(tree).flatMap(({ map }) =>
    map.fields.filter(mintsByItself).flatMap((field): Finding[] => {
      const location = placeOf(field.key.start);
      // An action's step begins before the line that names the action, so comments above the step
      // also count.
      const numbers = isAction(field) ? [location.line, placeOf(map.start).line] : [location.line];
      const comments = numbers.flatMap((number) => commentsAt(bareLines, number));
      if (comments.some((comment) => reason.test(comment))) return [];
      const message =
        'the workflow uses its own App: import shared/control.md instead, or add "# own App because: …" above it';
      return [{ file, ...location, check: "own-app", message }];
    }),
  );
}

function mintsByItself(field: YamlField): boolean {
  return isAction(field) || (blocks.includes(field.key.text) && isBlock(field.value));
}

function isAction({ key, value }: YamlField): boolean {
  return key.text === "uses" && isMintingAction(textOf(value));
}

/** Returns whether an action mints an App token. */
export function isMintingAction(uses: string | undefined): boolean {
  return uses !== undefined && mintingAction.test(uses.trim());
}

/**
 * Returns whether a value is an App block, which contains a key or ID. An environment variable such
 * as `app: web` does not count.
 */
function isBlock(value: YamlNode): boolean {
  const names = ["private-key", "client-id", "app-id"];
  return value.kind === "map" && value.fields.some(({ key }) => names.includes(key.text));
}

/** Returns the comment on a line, and the comments directly above it. */
function commentsAt(bareLines: readonly string[], number: number): string[] {
  const own = /(?:^|\s)(#.*)$/.exec(bareLines[number - 1] ?? "")?.[1] ?? "";
  const above: string[] = [];
  for (let at = number - 2; /^\s*#/.test(bareLines[at] ?? ""); at -= 1) {
    above.push(bareLines[at] ?? "");
  }
  return [own, ...above];
}
