import { describe, expect, test } from "vitest";
import { readAppReport, readTokenReport } from "../../../src/plane/proof/read-report.ts";
import { Incomplete } from "../../../src/shared/errors.ts";

const source = { nonce: "n-1", job: "read", runLink: "https://forge.example/run/1" };
const discovery = {
  asked: 1,
  read: 1,
  hidden: 0,
  workflowsAsked: 1,
  workflowsListed: 1,
  refusals: [],
};
const report = {
  clientId: "Iv1.r",
  keyFingerprint: "SHA256:x",
  appId: 7,
  slug: "reader",
  owner: "acme",
  installationId: 9,
  selection: "selected",
  permissions: { contents: "read" },
  updatedAt: "2026-01-01T00:00:00Z",
  isSuspended: false,
  repositoryCount: 2,
  repositoriesDigest: "d",
};
const time = "2026-01-01T00:00:00.0000000Z";
const line = (found: unknown, nonce = source.nonce) =>
  `${time} gatehouse-report ${nonce}: ${JSON.stringify(found)}\n`;
const forged = { ...report, clientId: "Iv1.forged" };

describe("the report of an App is the line with the run's prefix", () => {
  test.each<[string, string]>([
    ["alone", line(report)],
    ["at the start of a file with a byte order mark", `\uFEFF${line(report)}`],
    ["with Windows line ends", line(report).replace("\n", "\r\n")],
    ["next to a report of another run", line(forged, "n-2") + line(report)],
    ["next to a report without a nonce", `${time} gatehouse-report: {}\n${line(report)}`],
    [
      "next to a report inside another line",
      `${time} said: ${line(forged).slice(29)}${line(report)}`,
    ],
    ["next to a report after a tab", `${time} \t${line(forged).slice(29)}${line(report)}`],
  ])("%s", (_how, log) => {
    expect(readAppReport(log, source)).toEqual(report);
  });

  test("and can contain the repositories that the App discovered", () => {
    expect(readAppReport(line({ ...report, discovery }), source).discovery).toEqual(discovery);
  });
});

describe("a log without exactly one valid report leaves the proof incomplete, with the run's link", () => {
  test.each<[string, string, string]>([
    ["none", `${time} Hello\n`, 'The report of job "read" is invalid: its log contains no report.'],
    [
      "a report of another run",
      line(report, "n-2"),
      'The report of job "read" is invalid: its log contains no report.',
    ],
    ["two reports", line(report) + line(forged), "more than one report"],
    ["invalid JSON", `${time} gatehouse-report n-1: {"clientId":\n`, "not JSON"],
    ["nothing", line(null), "the report is not an object"],
    ["a list", line([report]), "the report is not an object"],
    [
      "a number instead of a string",
      line({ ...report, clientId: 7 }),
      'The report of job "read" is invalid: clientId is not a string.',
    ],
    [
      "a missing string",
      line({ ...report, clientId: undefined }),
      'The report of job "read" is invalid: clientId is not a string.',
    ],
    [
      "a string instead of a number",
      line({ ...report, installationId: "9" }),
      "installationId is not a",
    ],
    ["no permissions", line({ ...report, permissions: null }), "permissions is not an object"],
    [
      "an invalid permission level",
      line({ ...report, permissions: { contents: 1 } }),
      "contents is not",
    ],
    [
      "an invalid permission name",
      line({ ...report, permissions: { ["constructor"]: "write" } }),
      'The report of job "read" is invalid: permissions contains an invalid permission name.',
    ],
    [
      "an invalid suspension state",
      line({ ...report, isSuspended: "no" }),
      'The report of job "read" is invalid: isSuspended is not a boolean.',
    ],
    ["an invalid discovery", line({ ...report, discovery: {} }), "refusals is not a list"],
  ])("%s", (_what, log, reason) => {
    const read = () => readAppReport(log, source);
    expect(read).toThrow(Incomplete);
    expect(read).toThrow(reason);
    expect(read).toThrow(
      expect.objectContaining({
        hints: [{ text: expect.any(String) as string, link: source.runLink }],
      }) as Error,
    );
  });
});

test("a token report is validated, too", () => {
  const token = { fingerprint: "SHA256:1", discovery, expires: null };
  expect(readTokenReport(line(token), source)).toEqual(token);
  expect(() => readTokenReport(line({ ...token, expires: 1 }), source)).toThrow(Incomplete);
  expect(() => readTokenReport(line({ ...token, discovery: null }), source)).toThrow(Incomplete);
});
