import type { YamlField, YamlNode } from "../../yaml/yaml-node.ts";
import type { Finding } from "./finding.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { listMaps, textOf } from "./yaml-tree.ts";

/** Blocks that mint an App's token, as front matters spell them; the last is what they were called before. */
const blocks = ["github-app", "forge-app", "app"];
/** The forge's own, and those that people used before it or beside it. */
const mintingAction =
  /^(actions\/create-github-app-token|tibdex\/github-app-token|getsentry\/action-github-app-token|peter-murray\/workflow-application-token-action)(@|\/|$)/i;

/** `# own App because: the target is in another organization`, above the block or behind its first line. */
const reason = /#\s*own App because:\s*(\S.{9,})$/;

/** App blocks of a workflow itself: shared control has them for all, unless the file says why it cannot. */
export function findOwnApps({ path: file, tree, bareLines, placeOf }: WorkflowDocument): Finding[] {
  return listMaps(tree).flatMap(({ map }) =>
    map.fields.filter(mintsByItself).flatMap((field): Finding[] => {
      const place = placeOf(field.key.start);
      // A step is a block of its own, which begins before its action is named.
      const numbers = isAction(field) ? [place.line, placeOf(map.start).line] : [place.line];
      const comments = numbers.flatMap((number) => commentsAt(bareLines, number));
      if (comments.some((comment) => reason.test(comment))) return [];
      const message =
        'an App of the workflow\'s own: import shared/control.md instead, or say "# own App because: …" above it';
      return [{ file, ...place, check: "own-app", message }];
    }),
  );
}

function mintsByItself(field: YamlField): boolean {
  return isAction(field) || (blocks.includes(field.key.text) && isBlock(field.value));
}

function isAction({ key, value }: YamlField): boolean {
  return key.text === "uses" && isMintingAction(textOf(value));
}

/** Whether an action mints the token of an App. */
export function isMintingAction(uses: string | undefined): boolean {
  return uses !== undefined && mintingAction.test(uses.trim());
}

/** A block names a key; `app: web` of somebody's environment does not. */
function isBlock(value: YamlNode): boolean {
  const names = ["private-key", "client-id", "app-id"];
  return value.kind === "map" && value.fields.some(({ key }) => names.includes(key.text));
}

/** The comment of a line, and those right above it. */
function commentsAt(bareLines: readonly string[], number: number): string[] {
  const own = /(?:^|\s)(#.*)$/.exec(bareLines[number - 1] ?? "")?.[1] ?? "";
  const above: string[] = [];
  for (let at = number - 2; /^\s*#/.test(bareLines[at] ?? ""); at -= 1) {
    above.push(bareLines[at] ?? "");
  }
  return [own, ...above];
}
