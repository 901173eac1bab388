import { expect, test } from "vitest";
import { readFrontMatter } from "./read-front-matter.ts";

const scheduled = (cron: string) => readFrontMatter(`name: probe\non: {schedule: '${cron}'}`);

test.each([
  ["0 6 * * 1-7", "day of the week"],
  ["0 6 * * 1-", "day of the week"],
  ["*/90 6 * * *", "minute"],
  ["0 */24 * * *", "hour"],
])("the schedule %s is refused, as in Azure Pipelines", (cron, field) => {
  const [error] = scheduled(cron).errors;
  expect(error?.message).toContain(`"${cron}" has an invalid ${field}:`);
});

test.each(["0 0 31 2 *", "0 0 30,31 feb *", "0 0 31 4,6,9,11 *"])(
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
