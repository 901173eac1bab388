import { expect, test } from "vitest";
import { readDefinition } from "../../../src/compiler/definition/read-definition.ts";
import { splitSource } from "../../../src/compiler/source/source-file.ts";
import { readFrontMatter } from "./read-front-matter.ts";

const scheduled = (cron: string) => readFrontMatter(`name: probe\non: {schedule: '${cron}'}`);

test.each([
  ["0 6 * * 1-7", "day of the week"],
  ["0 6 * * 1-", "day of the week"],
  ["*/90 6 * * *", "minute"],
  ["0 */24 * * *", "hour"],
  ["0 0 * * monkey", "day of the week"],
  ["0 0 * mo *", "month"],
])("the schedule %s is refused, as in Azure Pipelines", (cron, field) => {
  const [error] = scheduled(cron).errors;
  expect(error?.message).toContain(`"${cron}" has an invalid ${field}:`);
});

test.each(["0 0 31 2 *", "0 0 30,31 feb *", "0 0 31 4,6,9,11 *", "0 0 31 4-6/2 *", "0 0 31 4/5 *"])(
  "the schedule %s is compiled with a warning, because it never runs",
  (cron) => {
    const { definition, warnings } = scheduled(cron);
    expect(definition?.on.schedules).toHaveLength(1);
    expect(warnings).toMatchObject([{ path: "on.schedule" }]);
    expect(warnings[0]?.message).toContain(`"${cron}" never runs`);
  },
);

test.each(["0 0 29 2 *", "0 0 31 * *", "0 0 31 2,3 *", "0 0 31 2/3 *", "0 0 * 2 *"])(
  "the schedule %s is compiled without a warning",
  (cron) => {
    expect(scheduled(cron).warnings).toEqual([]);
  },
);

/** Reads a schedule in a repository whose default branch is `master`. */
function warningsInMaster(schedule: string): readonly string[] {
  const text = `---\nname: probe\non: {schedule: ${schedule}}\n---\nLook.\n`;
  const { warnings } = readDefinition(splitSource(text), "forge", "master");
  return warnings.map(({ path, message, hint }) => `${path} ${message}. ${hint}`);
}

test("a schedule without branches is reported if the default branch is not main", () => {
  expect(warningsInMaster("'0 6 * * *'")).toEqual([
    'on.schedule runs only for the branch main, but this clone records the default branch "master". Add the branch of the schedule: {cron: "…", branches: [BRANCH]}',
  ]);
});

test("a schedule with branches is not reported", () => {
  expect(warningsInMaster("{cron: '0 6 * * *', branches: [main]}")).toEqual([]);
  expect(warningsInMaster("{cron: '0 6 * * *', branches: [master]}")).toEqual([]);
});
