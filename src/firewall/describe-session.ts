import { basename } from "node:path";
import type { KeyLocation } from "./certificates/key-location.ts";
import type { SessionCa } from "./certificates/session-ca.ts";
import type { Settings } from "./config/read-settings.ts";
import type { FirewallRun, SessionNews } from "./firewall-run.ts";
import type { Log } from "./log/open-log.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

interface DescribedRun extends Pick<FirewallRun, "command"> {
  readonly settings: Pick<Settings, "allowDomains" | "blockDomains" | "allowUrls">;
}

interface DescribedParts {
  readonly session: Pick<SessionFolder, "id" | "keyPath" | "record">;
  readonly log: Pick<Log, "folder">;
  readonly trust:
    | {
        readonly ca: Pick<SessionCa, "subject" | "fingerprint" | "notAfter">;
        readonly key: Pick<KeyLocation, "kind" | "reason">;
      }
    | undefined;
}

type DescribedContainer = Pick<OpenedContainer, "runtime" | "failed" | "uncaught" | "limits"> &
  Pick<SessionNews, "warnings">;

/**
 * Publishes the session's description, so that the list of sessions includes it. @returns a
 * description for the caller
 */
export function describeSession(
  { settings, command }: DescribedRun,
  { session, log, trust }: DescribedParts,
  { runtime, failed, uncaught, warnings, limits }: DescribedContainer,
): SessionNews {
  const ca = trust && {
    subject: trust.ca.subject,
    fingerprint: trust.ca.fingerprint,
    notAfter: trust.ca.notAfter.toISOString(),
    key:
      trust.key.kind === "link"
        ? session.keyPath
        : `in memory only: ${trust.key.reason ?? "no other location"}`,
  };
  const { allowDomains, blockDomains, allowUrls } = settings;
  session.record({
    command: basename(command[0] ?? ""),
    runtime: runtime.name,
    runtimeReason: runtime.reason,
    rules: [...allowDomains, ...allowUrls, ...blockDomains].map(({ id, text }) => `${id}: ${text}`),
    logs: log.folder,
    ...(ca && { ca }),
  });
  return {
    id: session.id,
    runtime: runtime.name,
    reason: runtime.reason,
    failed,
    uncaught,
    warnings,
    limits,
    logs: log.folder,
    ...(ca && { ca }),
  };
}
