import { forRepository } from "../auth/doors.ts";
import { notFound } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, type Route } from "../http/routes.ts";
import { fullName } from "../state/find.ts";
import { allJobs } from "../state/attempts.ts";
import type { Repository } from "../state/repository.ts";

/** Details of a run that `gh` shows in addition to its jobs. */
export const runDetailRoutes: Route[] = [
  get(
    "/repos/:owner/:repo/actions/runs/:run/artifacts",
    forRepository("actions:read", listArtifacts),
  ),
  get(
    "/repos/:owner/:repo/check-runs/:job/annotations",
    forRepository("checks:read", listAnnotations),
  ),
];

/** Returns an empty list, because the embedded forge keeps artifacts only during a run. */
function listArtifacts(call: Call, repository: Repository) {
  if (!repository.runs.some(({ id }) => String(id) === param(call, "run"))) throw notFound();
  return page(call, [], () => ({ total_count: 0, artifacts: [] }));
}

const levels: Readonly<Record<string, string>> = {
  error: "failure",
  warning: "warning",
  notice: "notice",
};

/** Lists a job's errors, warnings and notices, as read from its log. */
function listAnnotations(call: Call, repository: Repository) {
  const id = Number(param(call, "job"));
  const job = repository.runs.flatMap(allJobs).find((each) => each.id === id);
  if (!job) throw notFound();
  const found = [...job.log.matchAll(/^\S+ ##\[(error|warning|notice)\](.*)$/gm)];
  return page(call, found, (shown) =>
    shown.map(([, level = "", message = ""]) => ({
      path: ".github",
      start_line: 1,
      end_line: 1,
      start_column: null,
      end_column: null,
      annotation_level: levels[level] ?? "notice",
      title: "",
      message,
      raw_details: "",
      blob_href: `${call.urls.web}/${fullName(repository)}/blob/${repository.defaultBranch}/.github`,
    })),
  );
}
