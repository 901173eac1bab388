import { Incomplete } from "../../shared/errors.ts";
import { reportMark } from "./proof-scripts.ts";
import type { Discovery, TokenReport, AppReport } from "./proof-workflow.ts";

/** Where a report is from: the run's own word, and the run to look at when the report is no good. */
export interface ReportSource {
  readonly nonce: string;
  readonly job: string;
  readonly runLink: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Before each line of a job's log the forge writes the time. */
const timestamp = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;

/** @throws Incomplete when there is not exactly one report, or not one of an App */
export function readAppReport(log: string, source: ReportSource): AppReport {
  return readShape(log, source, (report) => ({
    clientId: text(report, "clientId"),
    keyFingerprint: text(report, "keyFingerprint"),
    appId: count(report, "appId"),
    slug: text(report, "slug"),
    owner: text(report, "owner"),
    installationId: count(report, "installationId"),
    selection: report["selection"] === "selected" ? "selected" : "all",
    permissions: readPermissions(report["permissions"]),
    updatedAt: text(report, "updatedAt"),
    isSuspended: truth(report, "isSuspended"),
    repositoryCount: count(report, "repositoryCount"),
    repositoriesDigest: text(report, "repositoriesDigest"),
    ...(report["discovery"] !== undefined && { discovery: readDiscovery(report["discovery"]) }),
  }));
}

/** @throws Incomplete when there is not exactly one report, or not one of a token */
export function readTokenReport(log: string, source: ReportSource): TokenReport {
  return readShape(log, source, (report) => ({
    fingerprint: text(report, "fingerprint"),
    discovery: readDiscovery(report["discovery"]),
    expires: report["expires"] === null ? null : text(report, "expires"),
  }));
}

function readShape<T>(log: string, source: ReportSource, read: (report: Fields) => T): T {
  const { job, runLink } = source;
  try {
    return read(fieldsOf(findReport(log, source.nonce), "the report"));
  } catch (cause) {
    if (!(cause instanceof Misshapen || cause instanceof SyntaxError)) throw cause;
    const because = cause instanceof Misshapen ? cause.message : "the report is not JSON";
    throw new Incomplete(
      `The run's job "${job}" did not report as it should: ${because}.`,
      [{ say: "See the run; then run the same command again", link: runLink }],
      { cause },
    );
  }
}

/** Only a line that begins with this run's mark is a report: the script and its environment stand in the log, too. */
function findReport(log: string, nonce: string): unknown {
  const mark = `${reportMark} ${nonce}: `;
  const lines = log.split(/\r?\n/).map((line) => line.replace(timestamp, ""));
  const [report, ...others] = lines.filter((line) => line.startsWith(mark));
  if (report === undefined) throw new Misshapen("its log holds no report");
  if (others.length > 0) throw new Misshapen("its log holds more than one report");
  return JSON.parse(report.slice(mark.length)) as unknown;
}

function readDiscovery(value: unknown): Discovery {
  const found = fieldsOf(value, "discovery");
  const { refusals } = found;
  if (!Array.isArray(refusals) || !refusals.every((each) => typeof each === "string"))
    throw new Misshapen("refusals is not a list of words");
  return {
    asked: count(found, "asked"),
    read: count(found, "read"),
    hidden: count(found, "hidden"),
    workflowsAsked: count(found, "workflowsAsked"),
    workflowsListed: count(found, "workflowsListed"),
    refusals,
  };
}

function readPermissions(value: unknown): Record<string, string> {
  const permissions = fieldsOf(value, "permissions");
  const entries = Object.keys(permissions).map((name) => [name, text(permissions, name)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

class Misshapen extends Error {}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Misshapen(`${what} is not an object`);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new Misshapen(`${name} is not a word`);
}

function count(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Misshapen(`${name} is not a whole number`);
}

function truth(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value === "boolean") return value;
  throw new Misshapen(`${name} is neither true nor false`);
}
