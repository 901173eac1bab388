import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { tryRead } from "./source.ts";
import type { NotSearched, Source } from "./source.ts";

export interface OutputsWish {
  readonly rest: RestClient;
  readonly repository: RepositoryName;
  readonly since: Date;
  readonly signal: AbortSignal;
}

/** An issue, a comment, a review, or a changed file: whatever has text. */
interface Written {
  readonly id?: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly patch?: string;
  readonly html_url?: string;
}

interface Issue extends Written {
  readonly number: number;
  readonly html_url: string;
  readonly comments: number;
  readonly updated_at: string;
  /** There when the issue is a pull request. */
  readonly pull_request?: object;
}

/**
 * Everything that safe outputs write: issues and pull requests that changed since then, with all their comments,
 * reviews and changes. A comment counts as a change of its issue.
 */
export async function* listOutputs(
  wish: OutputsWish,
  notSearched: NotSearched[],
): AsyncGenerator<Source> {
  const home = `/repos/${wish.repository.full}`;
  const since = encodeURIComponent(wish.since.toISOString());
  const issues = await tryRead(notSearched, `the issues of ${wish.repository.full}`, async () => {
    const found = await readList(wish, `${home}/issues?state=all&since=${since}`);
    return (found as Issue[]).filter(({ updated_at }) => new Date(updated_at) >= wish.since);
  });
  for (const issue of issues ?? []) {
    const kind = issue.pull_request ? "pull request" : "issue";
    const where = `${kind} ${wish.repository.full}#${issue.number}`;
    yield { where, link: issue.html_url, text: textOf(issue) ?? "" };
    for (const { path, name } of partsOf(home, issue)) {
      const parts = await tryRead(notSearched, `${name}s of ${where}`, () => readList(wish, path));
      for (const [index, part] of (parts ?? []).entries()) {
        const place = `${name} ${part.id ?? index + 1} of ${where}`;
        const text = textOf(part);
        if (text === undefined) notSearched.push({ where: place, because: "its text is not told" });
        else yield { where: place, link: part.html_url ?? issue.html_url, text };
      }
    }
  }
}

/** Where else on an issue's page something is written. */
function partsOf(home: string, issue: Issue): { path: string; name: string }[] {
  const comments = { path: `${home}/issues/${issue.number}/comments`, name: "comment" };
  const pull = `${home}/pulls/${issue.number}`;
  const ofPull = [
    { path: `${pull}/comments`, name: "review comment" },
    { path: `${pull}/reviews`, name: "review" },
    { path: `${pull}/files`, name: "file" },
  ];
  return [...(issue.comments > 0 ? [comments] : []), ...(issue.pull_request ? ofPull : [])];
}

/** The forge leaves out the changes of large and of binary files. */
function textOf({ title, body, patch }: Written): string | undefined {
  if (patch === undefined && body === undefined) return undefined;
  return [title, body, patch].filter((text) => typeof text === "string").join("\n");
}

async function readList({ rest, signal }: OutputsWish, path: string): Promise<Written[]> {
  const found: Written[] = [];
  const join = path.includes("?") ? "&" : "?";
  for (let page = 1; ; page += 1) {
    const url = `${path}${join}per_page=100&page=${page}`;
    const list = (await rest.request("GET", url, { signal })).body as Written[];
    found.push(...list);
    if (list.length < 100) return found;
  }
}
