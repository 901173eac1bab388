import { optionTable, type OptionEntry, type WrittenOption } from "./option-table.ts";

/**
 * Returns the option values from the command line. Each value of a list also has its position,
 * starting at 1.
 * @param options options with names in camel case
 */
export function readCommandLine(options: Readonly<Record<string, unknown>>): WrittenOption[] {
  return optionTable.flatMap((entry) => {
    const given = options[camelCase(entry.name)];
    if (given === undefined) return [];
    const id = `--${entry.name}`;
    if (!isList(entry)) return isValue(given) ? [{ name: entry.name, value: given, id }] : [];
    const values = (Array.isArray(given) ? given : [given]).filter((value) => isText(value));
    return splitList(entry, values).map((value, index) => ({
      name: entry.name,
      value,
      id: `${id} ${index + 1}`,
    }));
  });
}

/** Splits each text at its commas if the option accepts a comma-separated list. */
export function splitList({ kind }: OptionEntry, texts: readonly string[]): string[] {
  return kind === "list" ? texts.flatMap((text) => text.split(",")) : [...texts];
}

function isList({ kind }: OptionEntry): boolean {
  return kind === "list" || kind === "texts";
}

/** Converts `ssl-bump` to `sslBump`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isValue(value: unknown): value is string | boolean {
  return isText(value) || typeof value === "boolean";
}
