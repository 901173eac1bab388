import { posix } from "node:path";
import { readFrontMatter, type FrontMatter } from "./front-matter.ts";
import { WorkflowRefused, YamlReader } from "./yaml-reader.ts";

/** Returns the text of a repository file by path, or undefined if the file does not exist. */
export type ReadFile = (path: string) => string | undefined;

/** Matches references to import inputs in the imported text, in both spellings. */
const inputs = /\$\{\{\s*(?:github\.aw|forge)\.import-inputs\.([\w-]+)\s*\}\}/g;

/**
 * Returns the shared parts that a workflow imports, in order and with their inputs filled in. Each
 * part comes after the parts that it imports itself.
 * @throws WorkflowRefused for a missing part, and for inputs that do not match its `import-schema`
 */
export function importShared(path: string, { value }: FrontMatter, read: ReadFile): FrontMatter[] {
  const parts: FrontMatter[] = [];
  for (const entry of new YamlReader(value, path).list("imports")) {
    const reader = new YamlReader(entry, `${path} › imports`);
    const name = typeof entry === "string" ? entry : (reader.text("uses") ?? reader.text("path"));
    if (name === undefined)
      throw new WorkflowRefused(`An import in ${path} does not specify a file.`);
    const from = resolveImport(path, name);
    const text = read(from);
    if (text === undefined)
      throw new WorkflowRefused(`${path} imports a file that was not found: ${from}`);
    const given = reader.child("with").texts();
    const schema = new YamlReader(readFrontMatter(from, text).value, from);
    const values = checkInputs(from, schema.child("import-schema"), given);
    const filled = text.replaceAll(inputs, (_, input: string) => {
      const found = values[input];
      if (found === undefined)
        throw new WorkflowRefused(`${from} does not define the import input "${input}".`);
      return found;
    });
    const part = readFrontMatter(from, filled);
    parts.push(...importShared(from, part, read), part);
  }
  return parts;
}

function resolveImport(path: string, name: string): string {
  const [folder = ""] = path.split("/");
  if (name.startsWith(`${folder}/`)) return name;
  return posix.join(posix.dirname(path), name);
}

function checkInputs(
  path: string,
  schema: YamlReader,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const rules = schema.children();
  const unknown = Object.keys(given).find((name) => !rules.some(([known]) => known === name));
  if (unknown !== undefined)
    throw new WorkflowRefused(`${path} does not define the input "${unknown}".`);
  const values = rules.map(([name, rule]): [string, string] => {
    const value = given[name] ?? rule.text("default");
    const options = rule.list("options").map(String);
    if (value === undefined && rule.flag("required")) {
      throw new WorkflowRefused(`${path} requires the input "${name}".`);
    }
    if (value !== undefined && options.length > 0 && !options.includes(value)) {
      throw new WorkflowRefused(`"${value}" is not a valid ${name}: choose ${options.join(", ")}.`);
    }
    return [name, value ?? ""];
  });
  return Object.fromEntries(values);
}
