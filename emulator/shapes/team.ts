import type { Urls } from "../http/call.ts";
import type { Team } from "../state/world.ts";
import { nodeId } from "./account.ts";

/** Returns a team. Its slug is used as its name. */
export function teamShape({ api, web }: Urls, { id, organization, slug }: Team) {
  const url = `${api}/organizations/${organization}/team/${id}`;
  return {
    id,
    node_id: nodeId("T", id),
    name: slug,
    slug,
    description: null,
    privacy: "closed",
    notification_setting: "notifications_enabled",
    permission: "pull",
    type: "organization",
    url,
    html_url: `${web}/orgs/${organization}/teams/${slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
  };
}
