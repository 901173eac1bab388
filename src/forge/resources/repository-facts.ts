import { RefusedByForge } from "../forge-errors.ts";
import type { HostProfile } from "../host-profile.ts";
import type { RestClient } from "../client.ts";
import { redact } from "../../shared/redact.ts";

export type Visibility = "public" | "private" | "internal";

/** What one query tells of a repository, for the login that asks. */
export interface RepositoryFacts {
  readonly id: number;
  readonly visibility: Visibility;
  /** Whether the login may write to it: what a PAT of the same user could reach. */
  readonly canWrite: boolean;
}

interface Node {
  readonly databaseId: number;
  readonly visibility: string;
  readonly viewerPermission: string | null;
}

interface QueryAnswer {
  readonly data?: Readonly<Record<string, Node | null>> | null;
  readonly errors?: readonly { readonly message?: string }[];
}

const writing = new Set(["ADMIN", "MAINTAIN", "WRITE"]);

/**
 * Looks at many repositories with one GraphQL query: it costs no REST capacity.
 * @returns an entry for each repository that the login may see, by the name as given
 * @throws RefusedByForge when the forge answers no query at all
 */
export async function readRepositoryFacts(
  rest: RestClient,
  profile: HostProfile,
  fullNames: readonly string[],
): Promise<Map<string, RepositoryFacts>> {
  if (fullNames.length === 0) return new Map();
  const parts = fullNames.map((fullName, index) => {
    const [owner, name] = fullName.split("/");
    const where = `owner: ${JSON.stringify(owner)}, name: ${JSON.stringify(name)}`;
    return `r${index}: repository(${where}) { databaseId visibility viewerPermission }`;
  });
  const body = { query: `query { ${parts.join(" ")} }` };
  const answer = await rest.request("POST", profile.graphqlUrl, { body });
  const { data, errors } = answer.body as QueryAnswer;
  // Without data nothing was looked at: that is no "not to be seen", which would count as private.
  if (!data) throw toRefusal(answer.status, errors);
  return new Map(
    fullNames.flatMap((fullName, index) => {
      const node = data[`r${index}`];
      return node ? [[fullName, readNode(node)] as const] : [];
    }),
  );
}

function readNode({ databaseId, visibility, viewerPermission }: Node): RepositoryFacts {
  return {
    id: databaseId,
    visibility: visibility.toLowerCase() as Visibility,
    canWrite: viewerPermission !== null && writing.has(viewerPermission),
  };
}

function toRefusal(status: number, errors: QueryAnswer["errors"] = []): RefusedByForge {
  const message = errors.flatMap(({ message: words }) => words ?? []).join("; ");
  return new RefusedByForge({
    status,
    request: "POST /graphql",
    message: redact(message) || "(no reason given)",
    hints: [{ say: "Run the same command again" }],
  });
}
