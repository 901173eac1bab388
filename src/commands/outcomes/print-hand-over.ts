import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { formatMessage, handOverCommand, writeHandOver } from "../../plane/setup/hand-over.ts";
import type { GatehousePackage, HandOver, MessageLine } from "../../plane/setup/hand-over.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { commandRows, linkRows, rail, space, textRows, type Row } from "../../terminal/rows.ts";

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly program: GatehousePackage;
}

/** Returns the JSON form of the part that an owner has to do. */
export function describeHandOver(handOver: HandOver, location: Location) {
  const { askedBy, apps } = handOver;
  return {
    askedBy,
    askedOf: location.repository.owner,
    command: handOverCommand(handOver, location),
    message: formatMessage(writeHandOver(handOver, location)),
    apps: apps.map((app) => ({
      ...app,
      ...appRecords[app.role],
    })),
  };
}

/** Returns the rows of a line at the left edge, so that the message can be copied without the rail. */
function messageRows(line: MessageLine, style: RenderOptions): Row[] {
  if (line === "") return [[]];
  if (typeof line !== "string")
    return "command" in line ? commandRows(line.command, style) : linkRows(line.link, style);
  const [mark = ""] = /^(-|\d+\.) /.exec(line) ?? [];
  const prefix = { first: [{ text: mark }], rest: [space(mark.length)] };
  return textRows(line.slice(mark.length), { style, prefix });
}

/** Returns the message for an owner, between blank rows. */
export function handOverRows(handOver: HandOver, location: Location, style: RenderOptions): Row[] {
  const { owner } = location.repository;
  const intro = `Send this message to an owner of ${owner}. It contains no secrets.`;
  return [
    ...textRows(intro, { style, prefix: rail(style, "quiet") }),
    [],
    ...writeHandOver(handOver, location).flatMap((line) => messageRows(line, style)),
    [],
  ];
}
