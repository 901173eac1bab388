import * as v from "valibot";
import { Incomplete } from "../../shared/errors.ts";
import { reportMark } from "./proof-scripts.ts";
import type { TokenReport, AppReport } from "./proof-workflow.ts";

/** The origin of a report: the job's log, and the run to inspect if the report is invalid. */
export interface ReportSource {
  readonly nonce: string;
  readonly job: string;
  readonly runLink: string;
}

/** @throws Incomplete unless the log contains exactly one report, and the report is about an App */
export function readAppReport(log: string, source: ReportSource): AppReport {
  return readReport(appShape, log, source);
}

/**
 * @throws Incomplete unless the log contains exactly one report, and the report is about a token
 */
export function readTokenReport(log: string, source: ReportSource): TokenReport {
  return readReport(tokenShape, log, source);
}

/**
 * Returns the client ID of an App that does not exist, if a failed job reported exactly that;
 * undefined otherwise.
 */
export function readGoneApp(log: string, nonce: string): string | undefined {
  return readClientId(goneShape, log, nonce);
}

/**
 * Returns the client ID of an App that is not installed on the control repository, if a failed job
 * reported exactly that; undefined otherwise.
 */
export function readUninstalledApp(log: string, nonce: string): string | undefined {
  return readClientId(uninstalledShape, log, nonce);
}

function readClientId(
  shape: Shape<{ clientId: string }>,
  log: string,
  nonce: string,
): string | undefined {
  const [found, ...others] = findReports(log, nonce);
  const reading = v.safeParse(v.pipe(jsonShape, shape), found ?? "");
  return reading.success && others.length === 0 ? reading.output.clientId : undefined;
}

type Shape<T> = v.GenericSchema<unknown, T>;

function readReport<T>(shape: Shape<T>, log: string, source: ReportSource): T {
  const [report, ...others] = findReports(log, source.nonce);
  if (report === undefined) throw explain("its log contains no report", source);
  if (others.length > 0) throw explain("its log contains more than one report", source);
  const reading = v.safeParse(v.pipe(jsonShape, shape), report);
  if (reading.success) return reading.output;
  const [{ path, message }] = reading.issues;
  // If the problem is in a list, the message contains the name of the list, not of the entry.
  const field = path?.findLast(({ type }) => type === "object");
  throw explain(`${field ? String(field.key) : "the report"} ${message}`, source);
}

function explain(reason: string, { job, runLink }: ReportSource): Incomplete {
  return new Incomplete(`The report of job "${job}" is invalid: ${reason}.`, [
    { text: "Check the run, then run the same command again", link: runLink },
  ]);
}

/** GitHub writes a timestamp at the start of each line of a job's log. */
const timestamp = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;

/**
 * Finds the reports. Only a line that begins with this run's mark counts, because the log also
 * contains the script and its environment.
 */
function findReports(log: string, nonce: string): string[] {
  const mark = `${reportMark} ${nonce}: `;
  const lines = log.split(/\r?\n/).map((line) => line.replace(timestamp, ""));
  return lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
}

const jsonShape = v.pipe(v.string(), v.parseJson(undefined, "is not JSON"));

// Each of these messages follows a field name.
const text = v.string("is not a string");
const notCount = "is not an integer";
const count = v.pipe(v.number(notCount), v.safeInteger(notCount), v.minValue(0, notCount));
const notWords = "is not a list of strings";
const fieldsShape = v.custom<Record<string, unknown>>(
  (found) => typeof found === "object" && found !== null && !Array.isArray(found),
  "is not an object",
);

/**
 * Creates the shape of an object that has at least these fields. If a field is missing, the error
 * message is the one of the field's own shape.
 */
function fields<const E extends v.ObjectEntries>(entries: E) {
  const explainMissing = ({ path }: v.ObjectIssue) => {
    const shape = entries[String(path?.[0].key)] ?? v.never();
    return v.safeParse(shape, undefined).issues?.[0].message ?? "is missing";
  };
  return v.pipe(fieldsShape, v.object(entries, explainMissing));
}

const discoveryShape = fields({
  refusals: v.array(v.string(notWords), notWords),
  asked: count,
  read: count,
  hidden: count,
  workflowsAsked: count,
  workflowsListed: count,
});

/** Field names that valibot silently removes from objects. */
const leftOut = ["__proto__", "prototype", "constructor"];
const permissionsShape = v.pipe(
  fieldsShape,
  v.check(
    (found) => !leftOut.some((name) => Object.hasOwn(found, name)),
    "contains an invalid permission name",
  ),
  v.record(v.string(), text),
);

const appShape = fields({
  clientId: text,
  keyFingerprint: text,
  appId: count,
  slug: text,
  owner: text,
  installationId: count,
  // An unknown selection is treated as "all".
  selection: v.fallback(v.picklist(["all", "selected"]), "all"),
  permissions: permissionsShape,
  updatedAt: text,
  isSuspended: v.boolean("is not a boolean"),
  repositoryCount: count,
  repositoriesDigest: text,
  isHooked: v.exactOptional(v.boolean("is not a boolean")),
  discovery: v.exactOptional(discoveryShape),
});

const tokenShape = fields({
  fingerprint: text,
  discovery: discoveryShape,
  expires: v.nullable(text),
});

const goneShape = fields({ clientId: text, isGone: v.literal(true, "is not true") });
const uninstalledShape = fields({ clientId: text, isInstalled: v.literal(false, "is not false") });
