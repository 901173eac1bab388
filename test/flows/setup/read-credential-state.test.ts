import { expect, test } from "vitest";
import { readCredentialState } from "../../../flows/setup/read-credential-state.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { runStep } from "../shared/run-step.ts";
import { location } from "../rotate/rotations.ts";

const slug = "gatehouse-acme-control-read";
const { variable, secret } = appRecords.read;

/** Reads a control repository with these records, on a forge with an App of our name. */
async function read(stored: readonly string[]) {
  const searched: string[] = [];
  const { result } = await runStep((context) =>
    readCredentialState(
      context,
      {
        ...location,
        appNames: {},
        findApp: (name) => {
          searched.push(name);
          return Promise.resolve({ clientId: "Iv1.a", slug: name, owner: "acme" });
        },
        readRecords: () =>
          Promise.resolve({
            variables: new Map(stored.includes(variable) ? [[variable, "Iv1.a"]] : []),
            secrets: new Set(stored.filter((name) => name === secret)),
            secretDates: new Map<string, string>(),
          }),
      },
      "read",
    ),
  );
  return { searched, state: JSON.stringify(result) };
}

test.each<[string, readonly string[]]>([
  ["nothing", []],
  ["the key alone", [secret]],
  ["the ID alone", [variable]],
])("an App of our name is searched for if %s is stored", async (_, stored) => {
  const { searched, state } = await read(stored);
  expect(searched).toEqual([slug]);
  expect(state).toContain(slug);
});

test("an App with a complete record is not searched for", async () => {
  expect((await read([variable, secret])).searched).toEqual([]);
});
