import * as v from "valibot";

const repositoryShape = v.object({
  id: v.number(),
  fullName: v.string(),
  visibility: v.picklist(["public", "private", "internal"]),
  defaultBranch: v.nullable(v.object({ name: v.string(), head: v.string() })),
  features: v.object({
    issues: v.boolean(),
    pullRequests: v.boolean(),
    actions: v.nullable(v.boolean()),
  }),
  workflows: v.nullable(
    v.array(
      v.object({
        path: v.string(),
        name: v.nullable(v.string()),
        state: v.nullable(v.string()),
      }),
    ),
  ),
});

const unreadShape = v.object({
  what: v.picklist([
    "repository",
    "default branch",
    "workflow files",
    "workflow states",
    "actions",
  ]),
  reason: v.string(),
});

export const documentShape = v.object({
  version: v.literal(1),
  host: v.string(),
  credential: v.nullable(v.picklist(["read-app", "pat", "workflow-token"])),
  readAt: v.string(),
  targets: v.array(
    v.object({
      target: v.string(),
      state: v.picklist(["complete", "incomplete", "archived", "missing"]),
      unread: v.array(unreadShape),
      renamedTo: v.nullable(v.string()),
      repository: v.nullable(repositoryShape),
    }),
  ),
  beyondCap: v.array(v.string()),
  ended: v.nullable(v.object({ reason: v.string(), resetsAt: v.nullable(v.string()) })),
});
