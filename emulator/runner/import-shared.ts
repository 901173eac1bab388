import { posix } from "node:path";
import { readFrontMatter, type FrontMatter } from "./front-matter.ts";
import { WorkflowRefused, YamlReader } from "./yaml-reader.ts";

/** The text of a file of the repository, by its path. */
export type ReadFile = (path: string) => string | undefined;

/** Where the inputs of an import stand in the text of what is imported, in either spelling. */
const inputs = /\$\{\{\s*(?:github\.aw|forge)\.import-inputs\.([\w-]+)\s*\}\}/g;

/**
 * The shared parts that a workflow imports, in its order, with the import's inputs in them. A part that imports others
 * comes after them.
 * @throws WorkflowRefused for a part that is not there, and for inputs that are not as its `import-schema` says
 */
export function importShared(path: string, { value }: FrontMatter, read: ReadFile): FrontMatter[] {
  const parts: FrontMatter[] = [];
  for (const entry of new YamlReader(value, path).list("imports")) {
    const reader = new YamlReader(entry, `${path} › imports`);
    const name = typeof entry === "string" ? entry : (reader.text("uses") ?? reader.text("path"));
    if (name === undefined) throw new WorkflowRefused(`An import of ${path} names no file.`);
    const from = resolveImport(path, name);
    const text = read(from);
    if (text === undefined)
      throw new WorkflowRefused(`${path} imports ${from}, which is not there.`);
    const given = reader.child("with").texts();
    const schema = new YamlReader(readFrontMatter(from, text).value, from);
    const values = checkInputs(from, schema.child("import-schema"), given);
    const filled = text.replaceAll(inputs, (_, input: string) => {
      const found = values[input];
      if (found === undefined) throw new WorkflowRefused(`${from} has no import input "${input}".`);
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
  if (unknown !== undefined) throw new WorkflowRefused(`${path} takes no input "${unknown}".`);
  const values = rules.map(([name, rule]): [string, string] => {
    const value = given[name] ?? rule.text("default");
    const options = rule.list("options").map(String);
    if (value === undefined && rule.flag("required")) {
      throw new WorkflowRefused(`${path} needs the input "${name}".`);
    }
    if (value !== undefined && options.length > 0 && !options.includes(value)) {
      throw new WorkflowRefused(`"${value}" is none of ${name}'s values: ${options.join(", ")}.`);
    }
    return [name, value ?? ""];
  });
  return Object.fromEntries(values);
}
