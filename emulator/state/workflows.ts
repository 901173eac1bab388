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
 * Returns whether a file is a workflow that can run. An agentic workflow is Markdown with a
 * trigger. The embedded forge compiles it, whereas GitHub requires the compiled file.
 */
export function isWorkflow(file: RepositoryFile): boolean {
  if (isWorkflowPath(file.path)) return true;
  const isMarkdown = wire.workflowFolders.some((folder) => {
    const name = file.path.startsWith(folder) ? file.path.slice(folder.length) : "";
    return /^[^/]+\.md$/.test(name);
  });
  return isMarkdown && hasTrigger(Buffer.from(file.content, "base64").toString("utf8"));
}

/** Registers a workflow when its file is added to the default branch. */
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

/** Finds a workflow by ID or file name. */
export function findWorkflow(repository: Repository, name: string): Workflow | undefined {
  return repository.workflows.find(
    ({ id, path, state }) =>
      state !== "deleted" && (String(id) === name || path.split("/").at(-1) === name),
  );
}

/** Returns the value of the top-level `name`, without parsing all of the file's YAML. */
function nameIn({ content }: RepositoryFile): string | undefined {
  const text = Buffer.from(content, "base64").toString("utf8");
  return /^name:[ \t]*["']?([^"'\r\n]+?)["']?[ \t]*$/m.exec(text)?.[1];
}
