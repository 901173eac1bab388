import { isLevel, type Level, type Permissions } from "../auth/permission-words.ts";
import { isRecord } from "../is-record.ts";
import { parseYamlIfValid } from "../runner/parse-yaml.ts";

/**
 * Default permissions of a workflow's token, if its file does not declare any: read the repository.
 */
const usual: Permissions = { contents: "read", metadata: "read", packages: "read" };

const broad = ["actions", "checks", "contents", "issues", "packages", "pull_requests", "statuses"];

/** Returns the permissions of a run's token: those of the file, combined with those of its jobs. */
export function workflowTokenPermissions(yaml: string): Permissions {
  // A file that is not valid YAML does not request permissions. The run itself fails and reports
  // the reason.
  const file = parseYamlIfValid(yaml);
  if (!isRecord(file)) return usual;
  const jobs = isRecord(file["jobs"]) ? Object.values(file["jobs"]) : [];
  const requests = [file, ...jobs].flatMap((part) =>
    isRecord(part) && part["permissions"] !== undefined
      ? [readRequestedPermissions(part["permissions"])]
      : [],
  );
  if (requests.length === 0) return usual;
  return requests.reduce<Permissions>(strongest, { metadata: "read" });
}

function readRequestedPermissions(wanted: unknown): Permissions {
  if (wanted === "read-all" || wanted === "write-all") {
    const level: Level = wanted === "read-all" ? "read" : "write";
    return Object.fromEntries(broad.map((word) => [word, level]));
  }
  if (!isRecord(wanted)) return {};
  // Permission names contain hyphens in workflow files and underscores in Apps.
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([word, level]) =>
      isLevel(level) ? [[word.replaceAll("-", "_"), level]] : [],
    ),
  );
}

function strongest(held: Permissions, wanted: Permissions): Permissions {
  const written = Object.entries(wanted).filter(
    ([word, level]) => level === "write" || !held[word],
  );
  return { ...held, ...Object.fromEntries(written) };
}
