import { roleInRepository } from "../auth/access.ts";
import { redirect, type Reply } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { listReviewable } from "../runs/run-gate.ts";
import { findRepository, fullName } from "../state/find.ts";
import type { PendingDeployment, Repository, Run } from "../state/repository.ts";
import { markup } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import type { Show, Visit } from "./visit.ts";

const path = "/:owner/:repo/actions/runs/:run";

/** The page of a run, on which reviewers approve deployments to an environment. */
export const runPageRoutes: Route<Show>[] = [
  get(path, onRun(showRun)),
  post(`${path}/review`, onRun(reviewRun)),
];

interface Subject {
  repository: Repository;
  run: Run;
}

function onRun(show: (visit: Visit, subject: Subject) => Reply): Show {
  return (visit) => {
    const { owner = "", repo = "", run: id = "" } = visit.params;
    const { world } = visit.forge;
    const repository = findRepository(world, `${owner}/${repo}`);
    const run = repository?.runs.find((each) => String(each.id) === id);
    if (!repository || !run || !maySee(visit, repository)) return missingPage(visit);
    return show(visit, { repository, run });
  };
}

function maySee({ forge, viewer }: Visit, repository: Repository): boolean {
  if (repository.visibility === "public") return true;
  return roleInRepository(forge.world, viewer.login, repository) !== undefined;
}

function showRun(visit: Visit, { repository, run }: Subject): Reply {
  const { title, conclusion, status, pending = [], reviews = [] } = run;
  const waiting = pending.map((each) => showPending(visit, { repository, run }, each));
  const given = reviews.map(
    ({ user, state, comment }) => markup`<li><strong>${user}</strong> ${state}: ${comment}</li>`,
  );
  return showPage(
    visit,
    { title },
    markup`<dl>
        <dt>Repository</dt>
        <dd>${fullName(repository)}</dd>
        <dt>Status</dt>
        <dd>${conclusion ?? status}</dd>
      </dl>
      ${waiting.length > 0 && markup`<h2>Waiting for review</h2>${waiting}`}
      ${given.length > 0 && markup`<h2>Reviews</h2><ul>${given}</ul>`}`,
  );
}

function showPending(visit: Visit, { repository, run }: Subject, pending: PendingDeployment) {
  const { world } = visit.forge;
  const environment = repository.environments.find(({ id }) => id === pending.environmentId);
  const mine = listReviewable(world, { repository, run, user: visit.viewer.login });
  const what = markup`<p>${pending.job} is waiting for ${environment?.name}.</p>`;
  if (!mine.includes(pending))
    return markup`${what}<p>It is waiting for another reviewer or for the wait timer.</p>`;
  return markup`${what}
    <form method="post" action="${visit.path}/review" data-form="review-deployment">
      <input type="hidden" name="environment_id" value="${pending.environmentId}" />
      <label>Comment <input type="text" name="comment" /></label>
      <button type="submit" name="state" value="approved">Approve</button>
      <button type="submit" name="state" value="rejected">Reject</button>
    </form>`;
}

function reviewRun({ forge, form, viewer, path: asked }: Visit, { repository, run }: Subject) {
  const state = form.get("state") === "approved" ? "approved" : "rejected";
  forge.runs.review(repository, run, {
    environmentIds: [Number(form.get("environment_id"))],
    state,
    user: viewer.login,
    comment: form.get("comment") ?? "",
  });
  return redirect(asked.replace(/\/review$/, ""));
}
