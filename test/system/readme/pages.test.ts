import { expect, test } from "vitest";
import { answers } from "../../commands/scripted-setup.ts";
import { privateScope } from "../../flows/scope/scope-bench.ts";
import { listPages, readBlock, readPage } from "../../readme/pages.ts";
import { admitExamples } from "./admit-examples.ts";
import { careExamples } from "./care-examples.ts";
import { openExamplesBench, words, type Examples } from "./examples-bench.ts";
import { fleetExamples } from "./fleet-examples.ts";
import { jobExamples } from "./job-examples.ts";
import { engineExamples } from "./engine-examples.ts";
import { firstExamples } from "./first-examples.ts";
import { firewallExamples } from "./firewall-examples.ts";
import { gather, readHelpExamples, readShellBlocks } from "./read-examples.ts";
import { outputExamples } from "./output-examples.ts";
import { reviewExamples } from "./review-examples.ts";
import { stepExamples } from "./step-examples.ts";
import { scopeExamples } from "./scope-examples.ts";
import { runExamples } from "./run-examples.ts";
import { setUpAgain, setupExamples } from "./setup-examples.ts";
import { toolExamples } from "./tool-examples.ts";

const pages = await Promise.all(listPages().map(readPage));
const bench = openExamplesBench();

const examples: Examples = {
  ...setupExamples,
  ...scopeExamples,
  ...reviewExamples,
  ...careExamples,
  ...admitExamples,
  ...firewallExamples,
  ...runExamples,
  ...stepExamples,
  ...outputExamples,
  ...engineExamples,
  ...firstExamples,
  ...fleetExamples,
  ...toolExamples,
  ...jobExamples,
};

/** Verbs below a verb that has options of its own. */
const inner = [
  ["control", "render"],
  ["control", "check"],
  ["token", "revoke"],
  ["outputs", "check"],
  ["outputs", "apply"],
  ["secrets", "set"],
  ["fleet", "render"],
  ["fleet", "check"],
  ["fleet", "report"],
];

test("each command line of a page and of a help is run, or listed in this file with a reason", async () => {
  const help = await bench.help();
  const helps = await Promise.all(readVerbs(help).map((verb) => bench.help(verb)));
  const ofFirewall = await Promise.all(
    readVerbs(await bench.help("firewall")).map((verb) => bench.help("firewall", verb)),
  );
  const below = await Promise.all(inner.map((verbs) => bench.help(...verbs)));
  const shown = [
    ...pages.flatMap(readShellBlocks),
    ...[help, ...helps, ...ofFirewall, ...below].flatMap(readHelpExamples),
  ];
  const known = Object.entries(examples).map(([line, { says = [] }]) => [line, says.toSorted()]);
  expect(gather(shown)).toEqual(Object.fromEntries(known));
});

function readVerbs(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, verb = ""]) => verb);
}

test("npx finds gatehouse in a clone, and prints the command that starts it without npx", async () => {
  expect(await bench.npx("gatehouse", "profile", "--nope")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^ +node dist\/cli\.js profile --help$/m) as string,
  });
});

test("the documented answers file is accepted, and the next missing answer is named", async () => {
  const file = await readBlock("docs/setup.md", "json");
  const given = JSON.parse(file) as { answers: object; secrets: object };
  const line = "gatehouse setup --repo acme/control";
  const reader = await bench.openNew();
  const { out, err } = await reader.run(line, { words, ...given, code: 2 });
  expect(out).toContain("? Name of the Read App:  acme-reader\n");
  expect(out).toContain("? How should the Read App be created?  Manually\n");
  expect(err).toContain('"read-by-hand": true');
});

test("the documented result and status match the printed ones", async () => {
  const { reader } = await bench.playDemo();
  const status = await reader.run("gatehouse status --repo acme/control", { words });
  const setup = await readBlock("README.md", "text");
  const shown = await readBlock("docs/status.md", "text");
  // The recommended beginning: a target that agents only read, and no package.
  const ended = await setUpAgain(await bench.openNew(), "gatehouse setup --repo acme/control", {
    selection: ["acme/control", "acme/api"],
    answered: {
      ...answers,
      ...privateScope,
      "control-file": "write",
      "control-package": "committed",
    },
  });
  const undated = (text: string) => text.replace(/\d{4}-\d\d-\d\d/g, "(a day)");
  expect(undated(ended.out).split("\n")).toEqual(
    expect.arrayContaining(setup.trimEnd().split("\n")),
  );
  expect(undated(status.out)).toContain(undated(shown));
});
