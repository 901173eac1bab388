import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap } from "../../yaml/yaml-node.ts";

/** A path may be anywhere; inside the sandbox not much is. @param node the engine's block */
export function lintCommand(
  node: YamlMap,
  { path, findings }: Site,
  given: string | undefined,
): void {
  const field = fieldOf(node, "command");
  if (!field || given === undefined) return;
  if (!given.startsWith("/") || /^\/(?:tmp|usr|bin|opt)\//.test(given)) return;
  findings.warn(field.value, `${path}.command`, {
    message: `${quote(given)} may not be there inside the sandbox`,
    hint: "There are the working folder, /usr, /bin, /opt and the folders of PATH",
  });
}

/** Says which arguments an engine is known to take for what the compiler gives, or for what a key says. */
export function lintArgs(node: YamlMap, { path, findings }: Site): void {
  const given = fieldOf(node, "args")?.value;
  if (given?.kind !== "list") return;
  for (const [index, item] of given.items.entries()) {
    const flag = item.kind === "scalar" ? (item.text.split("=", 1)[0] ?? "") : "";
    const said = explainFlag(flag);
    if (said !== undefined) {
      findings.warn(item, `${path}.args[${index}]`, { message: `${quote(flag)} ${said}` });
    }
  }
}

/** Flags beside those of the specification: with them, the last one wins. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["--yolo", "--allow-all-tools"],
  ["--allow-all", "--allow-all-tools"],
]);
/** Flags whose value a key of the block has. */
const ofKeys: readonly string[] = ["--model", "--agent", "--api-target"];

function explainFlag(flag: string): string | undefined {
  const long = flag.startsWith("-p") ? "--prompt" : sameAs.get(flag);
  if (long !== undefined) return `may say the same as "${long}", which is the compiler's`;
  if (/^--allow-(?:all-)?urls?$/.test(flag)) {
    return 'may say what "network" says; the firewall lets nothing through for it';
  }
  return ofKeys.includes(flag) ? `says again what the key "${flag.slice(2)}" says` : undefined;
}
