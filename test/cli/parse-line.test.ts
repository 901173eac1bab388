import { expect, test } from "vitest";
import { defineCommand } from "../../src/cli/command.ts";
import { LineFault, parseLine } from "../../src/cli/parse-line.ts";

const command = defineCommand({
  options: {
    output: { short: "o", value: "file", summary: "" },
    every: { value: "seconds", summary: "", default: "30" },
    open: { isNegated: true, summary: "" },
    readAppName: { value: "name", summary: "" },
    report: { value: "file", many: "each", summary: "" },
    url: { value: "url", many: "list", summary: "" },
    json: { summary: "" },
  },
  arguments: {
    view: { summary: "", isOptional: true, default: "all", isChoice: true, offers: ["all", "one"] },
    rest: { summary: "", isOptional: true, isVariadic: true },
  },
});

const parse = (line: string) => parseLine(line === "" ? [] : line.split(" "), command);
const usual = { options: { every: "30", open: true }, args: { view: "all", rest: [] } };

test.each([
  ["", {}, {}],
  ["--json -o a", { json: true, output: "a" }, {}],
  ["-oa --every=5", { output: "a", every: "5" }, {}],
  ["--no-open --read-app-name x", { open: false, readAppName: "x" }, {}],
  ["--report a --report b", { report: ["a", "b"] }, {}],
  ["--url a b --json one", { url: ["a", "b"], json: true }, { view: "one" }],
  ["--url a -- one b", { url: ["a"] }, { view: "one", rest: ["b"] }],
  ["one b -- --json --help", {}, { view: "one", rest: ["b", "--json", "--help"] }],
  // The last occurrence wins.
  ["-o a -o b", { output: "b" }, {}],
])("%j is parsed", (line, options, args) => {
  expect(parse(line)).toEqual({
    kind: "run",
    options: { ...usual.options, ...options },
    args: { ...usual.args, ...args },
  });
});

test.each(["--help", "-h", "--json -h", "one --help --nope"])("%j asks for help", (line) => {
  expect(parse(line)).toEqual({ kind: "help" });
});

test.each([
  ["--jsn", "unknown option '--jsn'\n(Did you mean --json?)"],
  ["-x", "unknown option '-x'"],
  ["--json=yes", "unknown option '--json='\n(Did you mean --json?)"],
  ["--open", "unknown option '--open'"],
  ["--every", "option '--every <seconds>' argument missing"],
  ["-o", "option '-o, --output <file>' argument missing"],
  [
    "two",
    "command-argument value 'two' is invalid for argument 'view'. Allowed choices are all, one.",
  ],
])("%j is rejected", (line, message) => {
  expect(() => parse(line)).toThrow(new LineFault(message));
});

test("a required option, a required argument and too many arguments are rejected", () => {
  const strict = defineCommand({
    options: { facts: { value: "file", isRequired: true, summary: "" } },
    arguments: { name: { summary: "" } },
  });
  const read = (line: string) => () => parseLine(line.split(" "), strict);
  expect(read("a")).toThrow("required option '--facts <file>' not specified");
  expect(read("--facts f")).toThrow("missing required argument 'name'");
  expect(read("--facts f a b")).toThrow("too many arguments. Expected 1 argument but got 2.");
});
