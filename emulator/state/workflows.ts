import { hasTrigger } from "../runner/front-matter.ts";
import { wire } from "../wire.ts";
import type { Repository, RepositoryFile, Workflow } from "./repository.ts";
import { changeTime, timestamp } from "./timestamp.ts";
import { nextId, type World } from "./world.ts";

export function isWorkflowPath(path: string): boolean {
  const isYaml = path.endsWith(".yml") || path.endsWith(".yaml");
  return isYaml && wire.workflowFolders.some((folder) => path.startsWith(folder));
}

/**
 * Whether a file is a workflow that can run. An agentic one is Markdown with a trigger, which this forge compiles by
 * itself; on the real one people commit what they compiled.
 */
export function isWorkflow(file: RepositoryFile): boolean {
  if (isWorkflowPath(file.path)) return true;
  const isMarkdown = wire.workflowFolders.some((folder) => {
    const name = file.path.startsWith(folder) ? file.path.slice(folder.length) : "";
    return /^[^/]+\.md$/.test(name);
  });
  return isMarkdown && hasTrigger(Buffer.from(file.content, "base64").toString("utf8"));
}

/** A workflow is there as soon as its file is on the default branch. */
export function registerWorkflow(
  world: World,
  repository: Repository,
  { file, now }: { file: RepositoryFile; now: Date },
): void {
  const name = nameIn(file) ?? file.path;
  const known = repository.workflows.find(({ path }) => path === file.path);
  if (known) {
    const state = known.state === "deleted" ? "active" : known.state;
    Object.assign(known, { name, state, updatedAt: changeTime(known.updatedAt, now) });
    return;
  }
  const at = timestamp(now);
  const fresh = { id: nextId(world), name, path: file.path, createdAt: at, updatedAt: at };
  repository.workflows.push({ ...fresh, state: "active" });
}

export function unregisterWorkflow(repository: Repository, path: string, now: Date): void {
  const known = repository.workflows.find((each) => each.path === path);
  if (known) {
    Object.assign(known, { state: "deleted", updatedAt: changeTime(known.updatedAt, now) });
  }
}

/** Workflows are named by number or by file name. */
export function findWorkflow(repository: Repository, name: string): Workflow | undefined {
  return repository.workflows.find(
    ({ id, path, state }) =>
      state !== "deleted" && (String(id) === name || path.split("/").at(-1) === name),
  );
}

/** The name at the top of the file; reading all of the YAML is left to the run. */
function nameIn({ content }: RepositoryFile): string | undefined {
  const text = Buffer.from(content, "base64").toString("utf8");
  return /^name:[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*$/m.exec(text)?.[1];
}
