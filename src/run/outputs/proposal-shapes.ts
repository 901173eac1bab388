import type { Handler } from "../../credentials/apps/handlers.ts";
import { isWorkflowFile } from "../../shared/workflow-file.ts";
import { explainPath } from "./file-path.ts";
import { readInputs } from "./read-inputs.ts";
import { explainRef } from "./ref-name.ts";
import { flag, list, positiveNumber, record, text, type Read, type Site } from "./read-fields.ts";
import type { JsonValue } from "./json-value.ts";
import type { Proposal, ProposedFile } from "./proposal.ts";

/** Maximum length in characters. GitHub accepts 65,536 characters, including the signature. */
const longestBody = 65_000;
const longestTitle = 256;
const longestLabel = 50;
const mostLabels = 20;
const mostFiles = 300;
const longestFile = 256 * 1024;

/** The prefix of agent branches, which distinguishes them from people's branches. */
const branchPrefix = "agent/";

const title = text({ most: longestTitle, isOneLine: true });
const body = text({ most: longestBody, mayBeEmpty: true });
const word = text({ most: longestTitle, isOneLine: true });
const branchName = (explain: (name: string) => string | undefined) =>
  text({ most: longestTitle, explain });

const issue = record(
  {
    type: word,
    title,
    body,
    labels: list(text({ most: longestLabel, isOneLine: true }), mostLabels),
  },
  ["title", "body"],
);

const comment = record({ type: word, number: positiveNumber, body: text({ most: longestBody }) }, [
  "number",
  "body",
]);

const file = record(
  {
    path: text({ most: longestBody, explain: explainPath }),
    content: text({ most: longestFile, mayBeEmpty: true }),
    delete: flag,
  },
  ["path"],
);

const pullRequest = record(
  {
    type: word,
    title,
    body,
    branch: branchName(explainBranch),
    base: branchName(explainRef),
    files: list(file, mostFiles),
  },
  ["title", "body", "branch", "files"],
);

function explainBranch(name: string): string | undefined {
  const isAgents = name.startsWith(branchPrefix);
  return explainRef(name) ?? (isAgents ? undefined : `does not start with "${branchPrefix}"`);
}

const dispatch = record(
  {
    type: word,
    workflow: text({ most: longestTitle, explain: explainWorkflow }),
    ref: branchName(explainRef),
    inputs: readInputs,
  },
  ["workflow"],
);

function explainWorkflow(name: string): string | undefined {
  return isWorkflowFile(name) ? undefined : "is not a workflow file name";
}

/**
 * The readers for the proposals of each handler. They return undefined if a proposal has an error.
 */
export const proposalShapes: Readonly<Record<Handler, Read<Proposal>>> = {
  issue: complete(issue, ({ title: named = "", body: text = "", labels = [] }) => ({
    type: "issue",
    title: named,
    body: text,
    labels,
  })),
  comment: complete(comment, ({ number = 0, body: text = "" }) => ({
    type: "comment",
    number,
    body: text,
  })),
  "pull-request": complete(pullRequest, (read, site) => {
    const { title: named = "", body: text = "", branch = "", base, files = [] } = read;
    checkFiles(files, site);
    if (base === branch) site.faults.push('"branch" and "base" must differ');
    const changes = files.map(({ path = "", content }): ProposedFile => ({ path, content }));
    return { type: "pull-request", title: named, body: text, branch, base, files: changes };
  }),
  dispatch: complete(dispatch, ({ workflow = "", ref, inputs = {} }) => ({
    type: "dispatch",
    workflow,
    ref,
    inputs,
  })),
};

function complete<T>(read: Read<T>, make: (read: T, site: Site) => Proposal): Read<Proposal> {
  return (value: JsonValue, site) => {
    const found = read(value, site);
    if (found === undefined || site.faults.length > 0) return undefined;
    const proposal = make(found, site);
    return site.faults.length > 0 ? undefined : proposal;
  };
}

type ReadFile = NonNullable<ReturnType<typeof file>>;

function checkFiles(files: readonly ReadFile[], { faults }: Site): void {
  if (files.length === 0) faults.push('"files" is empty');
  for (const [index, { content, delete: isGone }] of files.entries()) {
    const has = content !== undefined;
    if (isGone === false) faults.push(`"files[${index}].delete" must be true or omitted`);
    else if (has === (isGone === true)) {
      faults.push(`"files[${index}]" must have either "content" or "delete": true`);
    }
  }
  const paths = files.map(({ path = "" }) => path);
  const sorted = new Set(paths);
  if (sorted.size < paths.length) faults.push('"files" contains a duplicate path');
  // If one path is the parent of another, it would be both a file and a directory.
  const folders = new Set(
    paths.flatMap((path) => {
      const parts = path.split("/");
      return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
    }),
  );
  if (paths.some((path) => folders.has(path)))
    faults.push('"files" contains a file below another file');
}
