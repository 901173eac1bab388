import { expect, test } from "vitest";
import {
  decideOwnCommand,
  ownCommandLine,
  plainCommandLine,
  readOwnCommandLine,
  type Start,
} from "../../src/shared/own-command.ts";

const cached = "/home/ada/.npm/_npx/9e91/node_modules/gatehouse-cli/dist/cli.js";
const far = { script: cached, folder: "/srv/a/b/c", isByNpx: true };
const inClone: Start = {
  script: "/home/ada/gatehouse/dist/cli.js",
  folder: "/home/ada/gatehouse",
  packageName: "gatehouse-cli",
  isByNpx: false,
  specs: [],
  onPath: undefined,
  node: "node",
};

test.each<[situation: string, start: Partial<Start>, command: string]>([
  ["in a clone", {}, "node dist/cli.js"],
  ["in a folder of the clone", { folder: "/home/ada/gatehouse/docs" }, "node ../dist/cli.js"],
  ["in a folder that was deleted", { folder: undefined }, "node /home/ada/gatehouse/dist/cli.js"],
  ["next to the clone", { folder: "/home/ada" }, "node gatehouse/dist/cli.js"],
  ["far from the clone", { folder: "/srv/a/b/c" }, "node /home/ada/gatehouse/dist/cli.js"],
  [
    "in a clone whose path contains a space",
    { script: "/home/ada/my work/dist/cli.js", folder: "/srv/a/b" },
    "node '/home/ada/my work/dist/cli.js'",
  ],
  [
    "if the shell does not find node",
    { node: "/opt/node/bin/node" },
    "/opt/node/bin/node dist/cli.js",
  ],
  ["installed", { onPath: inClone.script }, "gatehouse"],
  [
    "in a clone, if another gatehouse is installed",
    { onPath: "/usr/bin/gatehouse" },
    "node dist/cli.js",
  ],
  ["through npx in a clone", { isByNpx: true, specs: ["/home/ada/gatehouse"] }, "node dist/cli.js"],
  ["through npx", { script: cached, isByNpx: true, specs: ["gatehouse-cli"] }, "npx gatehouse-cli"],
  [
    "through npx, with a version",
    { script: cached, isByNpx: true, specs: ["gatehouse-cli@0.1.0"] },
    "npx gatehouse-cli@0.1.0",
  ],
  [
    "through npx, with a packed file",
    { script: cached, isByNpx: true, specs: ["./gatehouse-cli-0.1.0.tgz"] },
    "npx ./gatehouse-cli-0.1.0.tgz",
  ],
  [
    "through npx, with another package",
    { script: cached, isByNpx: true, specs: ["other", "gatehouse-cli@0.1.0"] },
    "npx gatehouse-cli@0.1.0",
  ],
  [
    "through npx, with an address that contains a credential",
    { ...far, specs: ["https://mona:hunter2@r.test/gatehouse-cli.tgz"] },
    `node ${cached}`,
  ],
  [
    "through npx, with a signed address",
    { ...far, specs: ["https://r.test/gatehouse-cli.tgz?sig=s3cret"] },
    `node ${cached}`,
  ],
  [
    "through npx, with an address",
    { script: cached, isByNpx: true, specs: ["https://r.test/gatehouse-cli.tgz"] },
    "npx https://r.test/gatehouse-cli.tgz",
  ],
  [
    "as a package of a project, through npx",
    { script: "/srv/web/node_modules/gatehouse-cli/dist/cli.js", isByNpx: true },
    "npx gatehouse-cli",
  ],
  [
    "as a package of a project, by its path",
    { script: "/srv/web/node_modules/gatehouse-cli/dist/cli.js", folder: "/srv/web" },
    "node node_modules/gatehouse-cli/dist/cli.js",
  ],
  ["from npx's cache, without npx", { script: cached, folder: "/srv/a/b/c" }, `node ${cached}`],
])("%s, the command starts this installation again", (_situation, start, command) => {
  expect(decideOwnCommand({ ...inClone, ...start })).toBe(command);
});

test("the name alone never follows npx, because that package belongs to another author", () => {
  const start = { ...inClone, script: cached, isByNpx: true };
  expect(decideOwnCommand(start)).not.toMatch(/^npx gatehouse( |$)/);
});

test.each([
  [["status", "--repo", "acme/control"], "gatehouse status --repo acme/control"],
  [["--help"], "gatehouse --help"],
  [["setup", "--host", "http://127.0.0.1:4173"], "gatehouse setup --host http://127.0.0.1:4173"],
  [
    ["firewall", "--container-workdir", "DIR", "--", "COMMAND"],
    "gatehouse firewall --container-workdir DIR -- COMMAND",
  ],
  [["compile", "my agents/it's.md"], "gatehouse compile 'my agents/it'\\''s.md'"],
  [["setup", "--answers", ""], "gatehouse setup --answers ''"],
] as const)("the words %j become one command, in which each is one shell word", (words, line) => {
  expect(ownCommandLine(...words)).toBe(line);
  expect(plainCommandLine(...words)).toBe(line);
});

test("a generated command is parsed again if no word is quoted; other texts are not parsed", () => {
  expect(readOwnCommandLine(ownCommandLine("rotate", "--pat"))).toEqual(["rotate", "--pat"]);
  const others = ["gh auth login", "gatehouse", ownCommandLine("engine", "my agent.md")];
  expect(others.map(readOwnCommandLine)).toEqual(others.map(() => undefined));
});
