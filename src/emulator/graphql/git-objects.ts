import { createHash } from "node:crypto";
import { headOf } from "../shapes/branch.ts";
import type { Repository } from "../state/repository.ts";

/** What `object(expression: "HEAD:folder")` answers: a folder of the default branch. There are no others here. */
export function lookUpObject(repository: Repository, expression: string): object | null {
  const [, ref = "", path = ""] = /^([^:]+):(.*)$/.exec(expression) ?? [];
  if (ref !== "HEAD" && ref !== repository.defaultBranch) return null;
  const folder = path === "" ? "" : `${path.replace(/\/$/, "")}/`;
  const names = repository.files.flatMap((file) =>
    file.path.startsWith(folder) ? [file.path.slice(folder.length)] : [],
  );
  if (names.length === 0) return null;
  const tops = [...new Set(names.map((name) => name.split("/")[0] ?? ""))].toSorted();
  const entries = tops.map((name) => ({
    name,
    path: `${folder}${name}`,
    type: names.includes(name) ? "blob" : "tree",
  }));
  const oid = createHash("sha1")
    .update(`${headOf(repository)} ${path}`)
    .digest("hex");
  return { __typename: "Tree", oid, entries };
}
