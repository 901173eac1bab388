import * as v from "valibot";
import { redact } from "../../shared/redact.ts";
import type { ForgeClient } from "../client.ts";
import { RefusedByForge } from "../forge-errors.ts";
import { readShape, integer } from "../read-shape.ts";

export type Visibility = "public" | "private" | "internal";

/** The facts about a repository from one query, as the current account sees it. */
export interface RepositoryFacts {
  readonly id: number;
  readonly visibility: Visibility;
  /** Whether the account has write access. A PAT of the same user would also have write access. */
  readonly canWrite: boolean;
}

const writing = new Set(["ADMIN", "MAINTAIN", "WRITE"]);

/** @see Repository: databaseId visibility viewerPermission */
export const repositoryFactsShape = v.pipe(
  v.object({
    databaseId: integer,
    visibility: v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(["public", "private", "internal"] satisfies Visibility[]),
    ),
    viewerPermission: v.nullable(v.string()),
  }),
  v.transform(({ databaseId: id, visibility, viewerPermission }): RepositoryFacts => ({
    id,
    visibility,
    canWrite: viewerPermission !== null && writing.has(viewerPermission),
  })),
);

const errorShape = v.object({
  type: v.nullish(v.string()),
  path: v.nullish(v.array(v.union([v.string(), v.number()])), []),
  message: v.nullish(v.string()),
});
type GraphqlError = v.InferOutput<typeof errorShape>;

const answerShape = v.object({
  data: v.nullish(v.record(v.string(), v.nullable(repositoryFactsShape))),
  errors: v.nullish(v.array(errorShape), []),
});

/**
 * Reads the facts about many repositories with one GraphQL query, which does not use REST capacity.
 * @returns an entry for each visible repository, by the given name
 * @throws RefusedByForge if GitHub reports any error other than "not found"
 */
export async function readRepositoryFacts(
  client: ForgeClient,
  fullNames: readonly string[],
): Promise<Map<string, RepositoryFacts>> {
  if (fullNames.length === 0) return new Map();
  const parts = fullNames.map((fullName, index) => {
    const [owner, name] = fullName.split("/");
    const where = `owner: ${JSON.stringify(owner)}, name: ${JSON.stringify(name)}`;
    return `r${index}: repository(${where}) { databaseId visibility viewerPermission }`;
  });
  const query = { query: `query { ${parts.join(" ")} }` };
  const { profile } = client;
  const answer = await client.request("POST", profile.graphqlUrl, {
    body: query,
    pathName: "/graphql",
  });
  const { data, errors } = readShape(answerShape, answer.body, answer.title);
  if (!data) throw toRefusal(answer.status, errors);
  const isAbsent = (error: GraphqlError) => error.type === "NOT_FOUND";
  const absent = new Set(errors.filter(isAbsent).map(({ path }) => path[0]));
  const found = new Map<string, RepositoryFacts>();
  for (const [index, fullName] of fullNames.entries()) {
    const facts = data[`r${index}`];
    if (facts) found.set(fullName, facts);
    // A repository that could not be queried must not be reported as "not visible", because a
    // repository that is not visible counts as private.
    else if (!absent.has(`r${index}`)) {
      throw toRefusal(
        answer.status,
        errors.filter((error) => !isAbsent(error)),
      );
    }
  }
  return found;
}

function toRefusal(status: number, errors: readonly GraphqlError[]) {
  const message = errors.flatMap(({ message: words }) => words ?? []).join("; ");
  return new RefusedByForge({
    status,
    request: "POST /graphql",
    message: redact(message) || "(no reason given)",
    hints: [{ text: "Run the same command again" }],
  });
}
