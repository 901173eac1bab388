import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { AnswerNotTaken, MisshapenAnswer } from "../forge-errors.ts";
import { queryGraphql, sayGraphqlError } from "../query-graphql.ts";
import type { GraphqlAnswer, GraphqlError } from "../query-graphql.ts";
import { readShape, wholeNumber } from "../read-shape.ts";
import type { Visibility } from "./repository-facts.ts";
import { aliasOf, countedLists, writeTargetQuery } from "./target-query.ts";
import type { CountedList, TargetWish } from "./target-query.ts";

/** What one query tells of a repository. */
export interface TargetFacts {
  readonly id: number;
  /** The name that it has now. */
  readonly fullName: string;
  readonly visibility: Visibility;
  readonly isArchived: boolean;
  /** None in an empty repository. */
  readonly defaultBranch: { readonly name: string; readonly head: string } | null;
  readonly hasIssues: boolean;
  readonly hasPullRequests: boolean;
  /** Undefined where they were not asked for, or may not be read. */
  readonly files: readonly string[] | undefined;
  /** How much is open of what was counted. */
  readonly open: Readonly<Partial<Record<CountedList, number>>>;
}

export interface Refused {
  readonly what: "files" | CountedList;
  readonly because: string;
}

/** What became of the question for one repository. */
export type TargetAnswer =
  | {
      readonly state: "found";
      readonly facts: TargetFacts;
      /** What was asked for and may not be read. */
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
 * @throws RateLimited; AnswerNotTaken where nothing of it can be used; what the client throws
 */
export async function readTargetFacts(
  client: ForgeClient,
  fullNames: readonly string[],
  wish: TargetWish,
): Promise<TargetAnswers> {
  const answer = await queryGraphql(client, writeTargetQuery(fullNames, wish));
  const { data, errors } = answer;
  if (!data) {
    const isOld = errors.some(({ message }) => message.includes("hasPullRequestsEnabled"));
    if (!isOld || !wish.pullRequestSwitch) throw notTaken(answer);
    const older = await readTargetFacts(client, fullNames, { ...wish, pullRequestSwitch: false });
    return { ...older, lacksSwitch: true };
  }
  const limit = v.safeParse(limitShape, data["rateLimit"]);
  return {
    answers: fullNames.map((_, index) => readTarget(index, { data, errors, title: answer.title })),
    cost: limit.success ? limit.output.cost : 1,
    lacksSwitch: !wish.pullRequestSwitch,
  };
}

const limitShape = v.object({ cost: wholeNumber });

const openShape = v.object({ open: v.object({ totalCount: wholeNumber }) });

const aboutShape = v.object({
  databaseId: wholeNumber,
  nameWithOwner: v.string(),
  visibility: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(["public", "private", "internal"] satisfies Visibility[]),
  ),
  isArchived: v.boolean(),
  hasIssuesEnabled: v.boolean(),
  // A forge that does not know the switch has nothing to switch off.
  hasPullRequestsEnabled: v.optional(v.boolean(), true),
  defaultBranchRef: v.nullable(
    v.object({ name: v.string(), target: v.object({ oid: v.string() }) }),
  ),
  files: v.nullish(
    v.object({ entries: v.nullish(v.array(v.object({ name: v.string(), type: v.string() }))) }),
  ),
});

interface Answered {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphqlError[];
  readonly title: string;
}

function readTarget(index: number, { data, errors, title }: Answered): TargetAnswer {
  const alias = `r${index}`;
  const own = errors.filter(({ path }) => path?.[0] === alias);
  const found = data[alias];
  if (found === null || found === undefined) return explainAbsence(own);
  try {
    const about = readShape(aboutShape, found, title);
    const counts = readOpen(index, { data, errors, title });
    const files = own.filter(({ path }) => path?.[1] === "files");
    const facts: TargetFacts = {
      id: about.databaseId,
      fullName: about.nameWithOwner,
      visibility: about.visibility,
      isArchived: about.isArchived,
      defaultBranch: about.defaultBranchRef && {
        name: about.defaultBranchRef.name,
        head: about.defaultBranchRef.target.oid,
      },
      hasIssues: about.hasIssuesEnabled,
      hasPullRequests: about.hasPullRequestsEnabled,
      files:
        about.files === undefined || files.length > 0
          ? undefined
          : namesOfFiles(about.files?.entries ?? []),
      open: counts.open,
    };
    const refused = [
      ...files
        .slice(0, 1)
        .map((error) => ({ what: "files" as const, because: sayGraphqlError(error) })),
      ...counts.refused,
    ];
    return { state: "found", facts, refused };
  } catch (error) {
    if (!(error instanceof MisshapenAnswer)) throw error;
    return { state: "unread", because: error.message };
  }
}

function namesOfFiles(entries: readonly { name: string; type: string }[]): string[] {
  return entries.filter(({ type }) => type === "blob").map(({ name }) => name);
}

function readOpen(index: number, { data, errors, title }: Answered) {
  const open: Partial<Record<CountedList, number>> = {};
  const refused: Refused[] = [];
  for (const list of countedLists) {
    const alias = aliasOf(list, index);
    if (!Object.hasOwn(data, alias)) continue;
    if (data[alias] === null) {
      const [error] = errors.filter(({ path }) => path?.[0] === alias);
      refused.push({
        what: list,
        because: error ? sayGraphqlError(error) : "the forge does not say why",
      });
    } else open[list] = readShape(openShape, data[alias], title).open.totalCount;
  }
  return { open, refused };
}

/** The forge's kinds of errors for a query that takes more than it gives one. */
const tooMuch = new Set(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "TIMEOUT"]);

function explainAbsence([error]: readonly GraphqlError[]): TargetAnswer {
  if (error?.type === "NOT_FOUND") return { state: "absent" };
  // Cut off, it may have no error of its own.
  if (!error || tooMuch.has(error.type ?? "")) return { state: "cut" };
  return { state: "unread", because: sayGraphqlError(error) };
}

function notTaken({ title, status, errors }: GraphqlAnswer): AnswerNotTaken {
  const because = errors.map(sayGraphqlError).join("; ") || "it says nothing";
  return new AnswerNotTaken({ request: title, status, because });
}
