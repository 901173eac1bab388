import { isMap, isScalar, visit } from "yaml";
import type { Pair } from "yaml";
import type { Finding } from "./finding.ts";
import type { WorkflowDocument } from "./workflow-document.ts";

/** Blocks that mint an App's token, as front matters spell them; the last is what they were called before. */
const blocks = ["github-app", "forge-app", "app"];
const mintingAction = /^actions\/create-github-app-token(@|$)/;

/** `# own App because: the target is in another organization`, above the block or behind its first line. */
const reason = /#\s*own App because:\s*(\S.{9,})$/m;

/** App blocks of a workflow itself: shared control has them for all, unless the file says why it cannot. */
export function findOwnApps({ path, text, document, placeOf }: WorkflowDocument): Finding[] {
  const findings: Finding[] = [];
  visit(document, {
    Pair: (_, pair, above) => {
      if (!mintsByItself(pair)) return;
      const place = placeOf(pair.key);
      // A step is a block of its own, which begins before its action is named.
      const lines = text.split("\n");
      const step = isAction(pair)
        ? placeOf(above.findLast((each) => isMap(each))).line
        : place.line;
      if (commentsAt(lines, [place.line, step]).some((comment) => reason.test(comment))) return;
      findings.push({
        file: path,
        ...place,
        check: "own-app",
        message:
          'an App of the workflow\'s own: import shared/control.md instead, or say "# own App because: …" above it',
      });
    },
  });
  return findings;
}

function mintsByItself(pair: Pair): boolean {
  if (!isScalar(pair.key)) return false;
  if (isAction(pair)) return true;
  const { value: key } = pair.key;
  return typeof key === "string" && blocks.includes(key) && isBlock(pair.value);
}

function isAction({ key, value }: Pair): boolean {
  const isUses = isScalar(key) && key.value === "uses";
  return (
    isUses && isScalar(value) && typeof value.value === "string" && mintingAction.test(value.value)
  );
}

/** A block names a key; `app: web` of somebody's environment does not. */
function isBlock(value: unknown): boolean {
  if (!isMap(value)) return false;
  return ["private-key", "client-id", "app-id"].some((name) => value.has(name));
}

/** What stands on these lines, and in the comments right above them. */
function commentsAt(lines: readonly string[], numbers: readonly number[]): string[] {
  return numbers.flatMap((number) => {
    const own = lines[number - 1] ?? "";
    const above: string[] = [];
    for (let at = number - 2; /^\s*#/.test(lines[at] ?? ""); at -= 1) above.push(lines[at] ?? "");
    return [own, ...above];
  });
}
