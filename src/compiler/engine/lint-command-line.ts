import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap } from "../../yaml/yaml-node.ts";

/**
 * Warns if the path of the engine's program is probably not visible in the sandbox.
 * @param node the engine's block
 */
export function lintCommand(
  node: YamlMap,
  { path, findings }: Site,
  given: string | undefined,
): void {
  const field = fieldOf(node, "command");
  if (!field || given === undefined) return;
  if (!given.startsWith("/") || /^\/(?:tmp|usr|bin|opt)\//.test(given)) return;
  findings.warn(field.value, `${path}.command`, {
    message: `${quote(given)} might not exist in the sandbox`,
    hint: "The sandbox contains the working directory, /usr, /bin, /opt and the directories in PATH",
  });
}

/** Warns of arguments that repeat an argument of the compiler or the value of another key. */
export function lintArgs(node: YamlMap, { path, findings }: Site): void {
  const given = fieldOf(node, "args")?.value;
  if (given?.kind !== "list") return;
  for (const [index, item] of given.items.entries()) {
    const flag = item.kind === "scalar" ? (item.text.split("=", 1)[0] ?? "") : "";
    const text = explainFlag(flag);
    if (text !== undefined) {
      findings.warn(item, `${path}.args[${index}]`, { message: `${quote(flag)} ${text}` });
    }
  }
}

/**
 * Flags that are not in the specification, each with the specified flag that has the same effect.
 * If a flag is repeated, the last one applies.
 */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["--yolo", "--allow-all-tools"],
  ["--allow-all", "--allow-all-tools"],
]);
/** Flags that duplicate a key of the engine block. */
const ofKeys: readonly string[] = ["--model", "--agent", "--api-target"];

function explainFlag(flag: string): string | undefined {
  const long = flag.startsWith("-p") ? "--prompt" : sameAs.get(flag);
  if (long !== undefined) return `can override "${long}", which the compiler sets`;
  if (/^--allow-(?:all-)?urls?$/.test(flag)) {
    return 'has no effect on the firewall, which only allows hosts in "network"';
  }
  return ofKeys.includes(flag) ? `repeats the key "${flag.slice(2)}"` : undefined;
}
