import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { AnswerNotAccepted, MisshapenAnswer } from "../forge-errors.ts";
import { queryGraphql, describeGraphqlError } from "../query-graphql.ts";
import type { GraphqlAnswer, GraphqlError } from "../query-graphql.ts";
import { readShape, wholeNumber } from "../read-shape.ts";
import type { Shape } from "../read-shape.ts";
import { parseRepositoryName } from "../repository-name.ts";
import type { Visibility } from "./repository-facts.ts";
import { writeTargetQuery } from "./target-query.ts";
import type { TargetRequest } from "./target-query.ts";

/** What one query tells of a repository. */
export interface TargetFacts {
  readonly id: number;
  /** The name that it has now. */
  readonly fullName: string;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  /** None in an empty repository, and where it may not be read. */
  readonly defaultBranch: { readonly name: string; readonly head: string } | null;
  readonly hasIssues: boolean;
  readonly hasPullRequests: boolean;
  /** Undefined where they were not asked for, or may not be read. */
  readonly files: readonly string[] | undefined;
}

export interface Refused {
  readonly what: "repository" | "default branch" | "files";
  readonly because: string;
}

/** What became of the question for one repository. */
export type TargetAnswer =
  | {
      readonly state: "found";
      readonly facts: TargetFacts;
      /** What was asked for and could not be read. */
      readonly refused: readonly Refused[];
    }
  /** Not there, or not to be seen. */
  | { readonly state: "absent" }
  | { readonly state: "unread"; readonly because: string }
  /** The query was too much for the forge: a smaller one may be answered. */
  | { readonly state: "cut" };

export interface TargetAnswers {
  readonly answers: readonly TargetAnswer[];
  /** In points of the GraphQL budget. */
  readonly cost: number;
  /** The forge knows no switch for pull requests: it is no use to ask for it again. */
  readonly lacksSwitch: boolean;
}

/**
 * Looks at many repositories by one query.
 * @returns an answer for each, in their order
 * @throws RateLimited; AnswerNotAccepted where nothing of it can be used; what the client throws
 */
export async function readTargetFacts(
  client: ForgeClient,
  fullNames: readonly string[],
  wish: TargetRequest,
): Promise<TargetAnswers> {
  const answer = await queryGraphql(client, writeTargetQuery(fullNames, wish));
  const { data, errors, title } = answer;
  if (!data) {
    const isOld = errors.some(({ message }) => message.includes("hasPullRequestsEnabled"));
    if (!isOld || !wish.pullRequestSwitch) throw notTaken(answer);
    const older = await readTargetFacts(client, fullNames, { ...wish, pullRequestSwitch: false });
    return { ...older, lacksSwitch: true };
  }
  const limit = v.safeParse(limitShape, data["rateLimit"]);
  const asksFiles = wish.filesIn !== undefined;
  const answers = fullNames.map((_, index) => {
    const alias = `r${index}`;
    const own = errors.filter(({ path }) => path?.[0] === alias);
    return readTarget(data[alias], { errors: own, title, asksFiles });
  });
  const cost = limit.success ? limit.output.cost : 1;
  return { answers, cost, lacksSwitch: !wish.pullRequestSwitch };
}

const limitShape = v.object({ cost: v.pipe(wholeNumber, v.minValue(0)) });

const aboutShape = v.object({
  databaseId: v.pipe(wholeNumber, v.minValue(1)),
  // It is part of addresses that are asked next.
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
  // A forge that does not know the switch has nothing to switch off.
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
  /** Those below its alias. */
  readonly errors: readonly GraphqlError[];
  readonly title: string;
  readonly asksFiles: boolean;
}

function readTarget(found: unknown, { errors, title, asksFiles }: Asked): TargetAnswer {
  if (found === null || found === undefined) return explainAbsence(errors);
  const about = tryShape(aboutShape, found, title);
  if (about.because !== undefined)
    return { state: "unread", because: describeFirstTarget(errors) ?? about.because };
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
    ...refusedOf("repository", { because: describeFirstTarget(others) }),
    ...refusedOf("default branch", branch),
    ...refusedOf("files", files),
  ];
  return { state: "found", facts, refused };
}

type Part<T> =
  | { readonly value: T; readonly because?: undefined }
  | { readonly value?: undefined; readonly because: string };

/** What an error stands beside is not to be believed: a null there is no "none". */
function readPart<T>(
  shape: Shape<T>,
  found: unknown,
  { title, errors }: Pick<Asked, "title" | "errors">,
): Part<T> {
  const because = describeFirstTarget(errors);
  return because === undefined ? tryShape(shape, found, title) : { because };
}

function tryShape<T>(shape: Shape<T>, found: unknown, title: string): Part<T> {
  try {
    return { value: readShape(shape, found, title) };
  } catch (error) {
    if (!(error instanceof MisshapenAnswer)) throw error;
    return { because: error.message };
  }
}

function describeFirstTarget([error]: readonly GraphqlError[]): string | undefined {
  return error && describeGraphqlError(error);
}

function refusedOf(
  what: Refused["what"],
  part: { readonly because?: string | undefined } | undefined,
): Refused[] {
  return part?.because === undefined ? [] : [{ what, because: part.because }];
}

function toBranch({ defaultBranchRef: found }: v.InferOutput<typeof branchShape>) {
  return found && { name: found.name, head: found.target.oid };
}

/** A folder that is not there has none. */
function namesOfFiles({ files }: v.InferOutput<typeof filesShape>): string[] {
  const entries = files?.entries ?? [];
  return entries.filter(({ type }) => type === "blob").map(({ name }) => name);
}

/** The forge's kinds of errors for a query that takes more than it gives one. */
const tooMuch = new Set(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "TIMEOUT"]);

function explainAbsence([error]: readonly GraphqlError[]): TargetAnswer {
  if (error?.type === "NOT_FOUND") return { state: "absent" };
  // Cut off, it may have no error of its own.
  if (!error || tooMuch.has(error.type ?? "")) return { state: "cut" };
  return { state: "unread", because: describeGraphqlError(error) };
}

function notTaken({ title, status, errors }: GraphqlAnswer): AnswerNotAccepted {
  const because = errors.map(describeGraphqlError).join("; ") || "it says nothing";
  return new AnswerNotAccepted({ request: title, status, because });
}
