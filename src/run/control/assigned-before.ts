import { maskShell } from "./mask-shell.ts";

/** A block of a script; undefined means the top level of the script. */
interface Block {
  readonly opener: string;
  readonly around: Block | undefined;
}

const openerOf: Readonly<Record<string, RegExp>> = {
  fi: /^(?:if|else|elif)$/,
  else: /^(?:if|elif)$/,
  elif: /^(?:if|elif)$/,
  esac: /^(?:case|;;)$/,
  ";;": /^(?:case|;;)$/,
  done: /^(?:for|while|until|select)$/,
  "}": /^\{$/,
  ")": /^\($/,
};
const opens = /^(?:if|case|for|while|until|select|else|elif|;;|\{|\()$/;
const blockWord =
  /(?=\S)(?<=(?:^|[\n;&|()]|\b(?:then|do|else|function\s+[\w-]+|coproc(?:\s+\w+)?)\s)\s*)(?:if|case|for|while|until|select|fi|else|elif|esac|done|\{|\})(?=[\s;&|()]|$)|;;|[()]/g;
/**
 * Matches the value of an assignment that is a complete command. In `x=1 program`, the assignment
 * applies only to the program.
 */
const value = String.raw`(?:\$\((?:[^()]|\([^()]*\))*\)|\x60[^\x60]*\x60|[^\s;&|()<>\x60])*(?=[ \t]*(?:$|[\n;)]|&&|\|\|))`;
const declares = String.raw`(?:(?:export|local|readonly|declare|typeset)\s+(?:-\w+\s+)*)?`;
const begins = /(?:^|[;({]|\b(?:then|do|else|if|while|until))$/;

/**
 * Returns whether a script assigns its own value to a variable before each use, on every branch.
 * Recognizes `for`, `read`, and assignments, unless the assigned value uses the variable itself.
 */
export function isAssignedBefore(script: string, name: string): boolean {
  const masked = maskShell(script);
  const blockAt = readBlocks(masked);
  const assigned = findCertain(script, { masked, name }).map((end) => ({
    end,
    block: blockAt(end - 1),
  }));
  const uses = [...script.matchAll(new RegExp(String.raw`\$\{?${name}\b`, "g"))];
  return uses.every(({ index }) => {
    const around = listAround(blockAt(index));
    return assigned.some(({ end, block }) => end <= index && around.has(block));
  });
}

/**
 * Returns the end offsets of commands that assign the variable unconditionally, not after `&&`,
 * `||` or `|`.
 */
function findCertain(
  script: string,
  { masked, name }: { readonly masked: string; readonly name: string },
): number[] {
  const shapes = [
    String.raw`${declares}${name}=${value}`,
    String.raw`for\s+${name}\s+in\b`,
    String.raw`(?:IFS=\S*\s+)?read\s+(?:-[rse]+\s+)*(?:\w+\s+)*?${name}\b`,
  ];
  const shape = new RegExp(String.raw`(?<![\w$./-])(?:${shapes.join("|")})`, "g");
  return [...masked.matchAll(shape)].flatMap(({ index, 0: found }) => {
    const before = masked.slice(0, index);
    const isOnNewLine = /\n[ \t]*$/.test(before) && !/[&|]\s*$/.test(before);
    if (!isOnNewLine && !begins.test(before.trimEnd())) return [];
    const end = index + found.length;
    const [, given] = script.slice(index, end).split(`${name}=`);
    const read = given ?? /^[^;\n]*/.exec(script.slice(end))?.[0] ?? "";
    const isRead = new RegExp(String.raw`\b${name}\b`).test(read);
    return isRead ? [] : [end];
  });
}

/**
 * Returns a function that finds the block at an offset. Each branch of `if` and `case` is a
 * separate block.
 */
function readBlocks(masked: string): (index: number) => Block | undefined {
  const changes: { readonly from: number; readonly block: Block | undefined }[] = [];
  let block: Block | undefined;
  for (const { index, 0: word } of masked.matchAll(blockWord)) {
    if (openerOf[word]?.test(block?.opener ?? "") === true) block = block?.around;
    else if (word === ";;") continue;
    if (opens.test(word)) block = { opener: word, around: block };
    changes.push({ from: index, block });
  }
  return (index) => changes.findLast(({ from }) => from <= index)?.block;
}

/** Returns a block and all blocks that contain it. */
function listAround(block: Block | undefined): Set<Block | undefined> {
  const around = new Set<Block | undefined>([undefined]);
  for (let each = block; each; each = each.around) around.add(each);
  return around;
}
