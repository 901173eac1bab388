import { basename } from "node:path";
import type { FirewallRun, SessionNews } from "./firewall-run.ts";
import type { OpenedContainer } from "./sandbox/open-container.ts";
import type { SessionParts } from "./session-parts.ts";

/** Tells how the session is made, to whoever lists sessions and to whoever started this one. */
export function tellSession(
  { settings, command, hear }: FirewallRun,
  { session, log, trust }: SessionParts,
  { runtime, failed, uncaught }: OpenedContainer,
): SessionNews {
  const ca = trust && {
    subject: trust.ca.subject,
    fingerprint: trust.ca.fingerprint,
    notAfter: trust.ca.notAfter.toISOString(),
    key:
      trust.key.kind === "link"
        ? session.keyPath
        : `in memory only: ${trust.key.because ?? "no other place"}`,
  };
  const { allowDomains, blockDomains, allowUrls } = settings;
  session.tell({
    command: basename(command[0] ?? ""),
    runtime: runtime.name,
    runtimeBecause: runtime.because,
    rules: [...allowDomains, ...allowUrls, ...blockDomains].map(({ id, text }) => `${id}: ${text}`),
    logs: log.folder,
    ...(ca && { ca }),
  });
  const news: SessionNews = {
    id: session.id,
    runtime: runtime.name,
    because: runtime.because,
    failed,
    uncaught,
    logs: log.folder,
    ...(ca && { ca }),
  };
  hear(news);
  return news;
}
