/** By its first lines: a byte order mark, blank lines and either line end may be there. */
const pipelineMark = /^(?:[^\n]*\n)?# @gatehouse source="/;
const frontMatter = /^\ufeff?(?:[ \t]*\r?\n)*---[ \t]*\r?\n([^]*?)\n---[ \t]*(?:\r?\n|$)/;
/** No front matter of another kind has a key of these names. */
const definitionKey = /^(?:engine|safe-outputs)[ \t]*:/m;

/** Says why a file that is there is none that an agent may change, whatever it is called; undefined where it is one. */
export function explainGuarded(text: string): string | undefined {
  if (pipelineMark.test(text)) return "was made by gatehouse: a pipeline service may run it";
  const [, keys = ""] = frontMatter.exec(text) ?? [];
  return definitionKey.test(keys) ? "is the definition of an agent" : undefined;
}
