import * as v from "valibot";
import { Incomplete } from "../../shared/errors.ts";
import { reportMark } from "./proof-scripts.ts";
import type { TokenReport, AppReport } from "./proof-workflow.ts";

/** Where a report is from: the run's own word, and the run to look at when the report is no good. */
export interface ReportSource {
  readonly nonce: string;
  readonly job: string;
  readonly runLink: string;
}

/** @throws Incomplete when there is not exactly one report, or not one of an App */
export function readAppReport(log: string, source: ReportSource): AppReport {
  return readReport(appShape, log, source);
}

/** @throws Incomplete when there is not exactly one report, or not one of a token */
export function readTokenReport(log: string, source: ReportSource): TokenReport {
  return readReport(tokenShape, log, source);
}

/** The client ID of an App that the forge does not know, where a job that failed says so and nothing else. */
export function readGoneApp(log: string, nonce: string): string | undefined {
  const [found, ...others] = findReports(log, nonce);
  const reading = v.safeParse(v.pipe(jsonShape, goneShape), found ?? "");
  return reading.success && others.length === 0 ? reading.output.clientId : undefined;
}

type Shape<T> = v.GenericSchema<unknown, T>;

function readReport<T>(shape: Shape<T>, log: string, source: ReportSource): T {
  const [report, ...others] = findReports(log, source.nonce);
  if (report === undefined) throw explain("its log holds no report", source);
  if (others.length > 0) throw explain("its log holds more than one report", source);
  const reading = v.safeParse(v.pipe(jsonShape, shape), report);
  if (reading.success) return reading.output;
  const [{ path, message }] = reading.issues;
  // An entry of a list is told by the list's name.
  const field = path?.findLast(({ type }) => type === "object");
  throw explain(`${field ? String(field.key) : "the report"} ${message}`, source);
}

function explain(because: string, { job, runLink }: ReportSource): Incomplete {
  return new Incomplete(`The run's job "${job}" did not report as it should: ${because}.`, [
    { say: "See the run; then run the same command again", link: runLink },
  ]);
}

/** Before each line of a job's log the forge writes the time. */
const timestamp = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;

/** Only a line that begins with this run's mark is a report: the script and its environment stand in the log, too. */
function findReports(log: string, nonce: string): string[] {
  const mark = `${reportMark} ${nonce}: `;
  const lines = log.split(/\r?\n/).map((line) => line.replace(timestamp, ""));
  return lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
}

const jsonShape = v.pipe(v.string(), v.parseJson(undefined, "is not JSON"));

// The words of a shape follow its field's name.
const text = v.string("is not a word");
const notCount = "is not a whole number";
const count = v.pipe(v.number(notCount), v.safeInteger(notCount), v.minValue(0, notCount));
const notWords = "is not a list of words";
const fieldsShape = v.custom<Record<string, unknown>>(
  (found) => typeof found === "object" && found !== null && !Array.isArray(found),
  "is not an object",
);

/** An object with at least these fields: one that is missing is told in the words of its own shape. */
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

/** Names that valibot leaves out of a record without a word. */
const leftOut = ["__proto__", "prototype", "constructor"];
const permissionsShape = v.pipe(
  fieldsShape,
  v.check(
    (found) => !leftOut.some((name) => Object.hasOwn(found, name)),
    "holds a name that is no permission's",
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
  // What is not said to be selected is more than that.
  selection: v.fallback(v.picklist(["all", "selected"]), "all"),
  permissions: permissionsShape,
  updatedAt: text,
  isSuspended: v.boolean("is neither true nor false"),
  repositoryCount: count,
  repositoriesDigest: text,
  isHooked: v.exactOptional(v.boolean("is neither true nor false")),
  discovery: v.exactOptional(discoveryShape),
});

const tokenShape = fields({
  fingerprint: text,
  discovery: discoveryShape,
  expires: v.nullable(text),
});

const goneShape = fields({ clientId: text, isGone: v.literal(true, "is not true") });
