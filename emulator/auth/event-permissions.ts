import { grants, type Permissions } from "./permission-words.ts";

/** Events, keyed by the permission that an App needs to receive them. */
const eventsOf: Readonly<Record<string, string>> = {
  actions: "workflow_job workflow_run",
  administration:
    "branch_protection_configuration branch_protection_rule deploy_key repository_ruleset",
  checks: "check_run check_suite",
  contents:
    "commit_comment create delete fork gollum push release repository_dispatch workflow_dispatch",
  deployments: "deployment deployment_protection_rule deployment_review deployment_status",
  discussions: "discussion discussion_comment",
  issues: "issue_comment issues milestone sub_issues",
  members: "member membership organization team team_add",
  merge_queues: "merge_group",
  metadata: "label public repository star watch",
  packages: "package registry_package",
  pages: "page_build",
  pull_requests:
    "issue_comment milestone pull_request pull_request_review pull_request_review_comment pull_request_review_thread",
  secret_scanning_alerts: "secret_scanning_alert secret_scanning_alert_location",
  security_events: "code_scanning_alert",
  statuses: "status",
  vulnerability_alerts: "dependabot_alert repository_vulnerability_alert",
};

/**
 * Events that do not require a permission. Events that every App receives but cannot request, such
 * as `installation`, are not listed: they are reported as unsupported, like a misspelled name.
 */
const ofUnknown = ["meta", "security_advisory"];

/** Returns GitHub's error messages about these events for an App with these permissions. */
export function eventProblems(events: readonly string[], permissions: Permissions): string[] {
  const wordsFor = (event: string) =>
    Object.keys(eventsOf).filter((word) => eventsOf[word]?.split(" ").includes(event));
  const named = events.filter((event) => !ofUnknown.includes(event));
  const unsupported = named.filter((event) => wordsFor(event).length === 0);
  const withoutRight = named.filter((event) => {
    const words = wordsFor(event);
    return words.length > 0 && !words.some((word) => grants(permissions, word, "read"));
  });
  return [
    ...(unsupported.length > 0 ? [`Default events unsupported: ${unsupported.join(", ")}`] : []),
    ...(withoutRight.length > 0
      ? [`Default events are not supported by permissions: ${withoutRight.join(", ")}`]
      : []),
  ];
}
