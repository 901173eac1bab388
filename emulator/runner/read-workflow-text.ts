import type { RepositoryFile } from "../state/repository.ts";

/**
 * Returns the YAML that runs: the file itself, or the result of compiling an agentic workflow.
 * @throws WorkflowRefused if an agentic workflow does not compile
 */
export async function readWorkflowText(
  path: string,
  files: readonly RepositoryFile[],
): Promise<string> {
  const read = (wanted: string) => {
    const file = files.find((each) => each.path === wanted);
    return file && Buffer.from(file.content, "base64").toString("utf8");
  };
  if (!path.endsWith(".md")) return read(path) ?? "";
  // Loaded when the first agentic workflow is read, because most sessions do not use any.
  const { compileAgentic } = await import("./compile-agentic.ts");
  return compileAgentic(path, read);
}
