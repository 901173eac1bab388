import { expect, test } from "vitest";
import { describeProgram } from "../../src/cli/describe-program.ts";
import { listCommands } from "../../src/cli/described-command.ts";

const described = listCommands(await describeProgram()).slice(1);

test("the help of each command describes it, below its usage", () => {
  expect(described.length).toBeGreaterThan(40);
  const silent = described.filter(({ description }) => description === "");
  expect(silent.map(({ path }) => path.join(" "))).toEqual([]);
});

test("notes in the help are at most 80 columns wide; a long command stays on one line", () => {
  const lines = described.flatMap(({ notes }) => notes.split("\n"));
  const wide = lines.filter((line) => line.length > 80 && !/^ +\$ \S+(?: \S+)*$/.test(line));
  expect(wide).toEqual([]);
});

test.each(["new", "engine", "compile", "explain", "secrets", "secrets set"])(
  "the help of %s names the service that it is for",
  (name) => {
    const command = described.find(({ path }) => path.join(" ") === name);
    expect(command?.description).toContain("Azure");
  },
);

test("completions offer the values that the description names", () => {
  const locations = described.flatMap(({ path, options, arguments: args }) => [
    ...options.map(({ names, description, value }) => ({
      location: [...path, names.at(-1)].join(" "),
      description,
      takes: value?.takes,
    })),
    ...args.map(({ name, description, takes }) => ({
      location: [...path, name].join(" "),
      description,
      takes,
    })),
  ]);
  // Any host is accepted; only the two usual ones are suggested.
  const offering = locations.filter(({ location }) => !location.endsWith(" --host"));
  const unnamed = offering.flatMap(({ location, description, takes }) =>
    takes?.kind === "values"
      ? takes.values
          .filter((value) => !description.includes(value))
          .map((value) => [location, value])
      : [],
  );
  expect(unnamed).toEqual([]);
  expect(offering.filter(({ takes }) => takes?.kind === "values").length).toBeGreaterThan(15);
});
