import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { AnswerNotAccepted, MisshapenAnswer } from "../forge-errors.ts";
import { queryGraphql, describeGraphqlError } from "../query-graphql.ts";
import type { GraphqlAnswer, GraphqlError } from "../query-graphql.ts";
import { readShape, integer } from "../read-shape.ts";
import type { Shape } from "../read-shape.ts";
import { parseRepositoryName } from "../repository-name.ts";
import type { Visibility } from "./repository-facts.ts";
import { writeTargetQuery } from "./target-query.ts";
import type { TargetRequest } from "./target-query.ts";

/** The facts about a repository from one query. */
export interface TargetFacts {
  readonly id: number;
  /** Current name. */
  readonly fullName: string;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  /** Null if the repository is empty or the branch cannot be read. */
  readonly defaultBranch: { readonly name: string; readonly head: string } | null;
  readonly hasIssues: boolean;
  readonly hasPullRequests: boolean;
  /** Undefined if not requested or not readable. */
  readonly files: readonly string[] | undefined;
}

export interface Refused {
  readonly what: "repository" | "default branch" | "files";
  readonly reason: string;
}

export type TargetAnswer =
  | {
      readonly state: "found";
      readonly facts: TargetFacts;
      /** Requested parts that could not be read. */
      readonly refused: readonly Refused[];
    }
  /** The repository does not exist or is not visible. */
  | { readonly state: "absent" }
  | { readonly state: "unread"; readonly reason: string }
  /** The query exceeded GitHub's limits; a smaller query may succeed. */
  | { readonly state: "cut" };

export interface TargetAnswers {
  readonly answers: readonly TargetAnswer[];
  /** Cost of the query in points of GitHub's GraphQL rate limit. */
  readonly cost: number;
  /**
   * True if GitHub does not support the setting that turns pull requests on or off. Later queries
   * then omit it.
   */
  readonly lacksSwitch: boolean;
}

/**
 * Reads the facts about many repositories with one query.
 * @returns one answer per repository, in the same order
 * @throws RateLimited; AnswerNotAccepted if no part of the response is usable; the client's errors
 */
export async function readTargetFacts(
  client: ForgeClient,
  fullNames: readonly string[],
  request: TargetRequest,
): Promise<TargetAnswers> {
  const answer = await queryGraphql(client, writeTargetQuery(fullNames, request));
  const { data, errors, title } = answer;
  if (!data) {
    const isOld = errors.some(({ message }) => message.includes("hasPullRequestsEnabled"));
    if (!isOld || !request.pullRequestSwitch) throw notTaken(answer);
    const older = await readTargetFacts(client, fullNames, {
      ...request,
      pullRequestSwitch: false,
    });
    return { ...older, lacksSwitch: true };
  }
  const limit = v.safeParse(limitShape, data["rateLimit"]);
  const asksFiles = request.filesIn !== undefined;
  const answers = fullNames.map((_, index) => {
    const alias = `r${index}`;
    const own = errors.filter(({ path }) => path?.[0] === alias);
    return readTarget(data[alias], { errors: own, title, asksFiles });
  });
  const cost = limit.success ? limit.output.cost : 1;
  return { answers, cost, lacksSwitch: !request.pullRequestSwitch };
}

const limitShape = v.object({ cost: v.pipe(integer, v.minValue(0)) });

const aboutShape = v.object({
  databaseId: v.pipe(integer, v.minValue(1)),
  // Later requests use this name in their URLs.
  nameWithOwner: v.pipe(
    v.string(),
    v.check((name) => parseRepositoryName(name)?.full === name),
  ),
  visibility: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(["public", "private", "internal"] satisfies Visibility[]),
  ),
  isArchived: v.boolean(),
  hasIssuesEnabled: v.boolean(),
  // A forge that does not have this setting always allows pull requests.
  hasPullRequestsEnabled: v.optional(v.boolean(), true),
});

const branchShape = v.object({
  defaultBranchRef: v.nullable(
    v.object({
      name: v.string(),
      target: v.object({ oid: v.pipe(v.string(), v.regex(/^(?:[\da-f]{40}|[\da-f]{64})$/)) }),
    }),
  ),
});

const fileName = v.pipe(v.string(), v.regex(/^[^/]+$/));
const filesShape = v.object({
  files: v.nullable(
    v.object({ entries: v.nullish(v.array(v.object({ name: fileName, type: v.string() }))) }),
  ),
});

interface Asked {
  /** Errors about this repository: their path begins with its alias. */
  readonly errors: readonly GraphqlError[];
  readonly title: string;
  readonly asksFiles: boolean;
}

function readTarget(found: unknown, { errors, title, asksFiles }: Asked): TargetAnswer {
  if (found === null || found === undefined) return explainAbsence(errors);
  const about = tryShape(aboutShape, found, title);
  if (about.reason !== undefined)
    return { state: "unread", reason: describeFirstTarget(errors) ?? about.reason };
  const branchErrors = errors.filter(({ path }) => path?.[1] === "defaultBranchRef");
  const branch = readPart(branchShape, found, { title, errors: branchErrors });
  const filesErrors = errors.filter(({ path }) => path?.[1] === "files");
  const files = asksFiles ? readPart(filesShape, found, { title, errors: filesErrors }) : undefined;
  const others = errors.filter((error) => ![...branchErrors, ...filesErrors].includes(error));
  const facts: TargetFacts = {
    id: about.value.databaseId,
    fullName: about.value.nameWithOwner,
    visibility: about.value.visibility,
    isArchived: about.value.isArchived,
    defaultBranch: branch.value ? toBranch(branch.value) : null,
    hasIssues: about.value.hasIssuesEnabled,
    hasPullRequests: about.value.hasPullRequestsEnabled,
    files: files?.value && namesOfFiles(files.value),
  };
  const refused = [
    ...refusedOf("repository", { reason: describeFirstTarget(others) }),
    ...refusedOf("default branch", branch),
    ...refusedOf("files", files),
  ];
  return { state: "found", facts, refused };
}

type Part<T> =
  | { readonly value: T; readonly reason?: undefined }
  | { readonly value?: undefined; readonly reason: string };

/**
 * Reads one part of the response. If the part has an error, its data is ignored, because null then
 * does not mean "none".
 */
function readPart<T>(
  shape: Shape<T>,
  found: unknown,
  { title, errors }: Pick<Asked, "title" | "errors">,
): Part<T> {
  const reason = describeFirstTarget(errors);
  return reason === undefined ? tryShape(shape, found, title) : { reason };
}

function tryShape<T>(shape: Shape<T>, found: unknown, title: string): Part<T> {
  try {
    return { value: readShape(shape, found, title) };
  } catch (error) {
    if (!(error instanceof MisshapenAnswer)) throw error;
    return { reason: error.message };
  }
}

function describeFirstTarget([error]: readonly GraphqlError[]): string | undefined {
  return error && describeGraphqlError(error);
}

function refusedOf(
  what: Refused["what"],
  part: { readonly reason?: string | undefined } | undefined,
): Refused[] {
  return part?.reason === undefined ? [] : [{ what, reason: part.reason }];
}

function toBranch({ defaultBranchRef: found }: v.InferOutput<typeof branchShape>) {
  return found && { name: found.name, head: found.target.oid };
}

/** Returns the names of the files; empty if the directory does not exist. */
function namesOfFiles({ files }: v.InferOutput<typeof filesShape>): string[] {
  const entries = files?.entries ?? [];
  return entries.filter(({ type }) => type === "blob").map(({ name }) => name);
}

/** GitHub's error types for a query that exceeds its limits. */
const tooMuch = new Set(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "TIMEOUT"]);

function explainAbsence([error]: readonly GraphqlError[]): TargetAnswer {
  if (error?.type === "NOT_FOUND") return { state: "absent" };
  // GitHub can truncate the result of a query without reporting an error.
  if (!error || tooMuch.has(error.type ?? "")) return { state: "cut" };
  return { state: "unread", reason: describeGraphqlError(error) };
}

function notTaken({ title, status, errors }: GraphqlAnswer): AnswerNotAccepted {
  const reason = errors.map(describeGraphqlError).join("; ") || "no reason given";
  return new AnswerNotAccepted({ request: title, status, reason });
}
