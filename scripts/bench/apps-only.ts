// A setup on the embedded forge that makes both Apps and leaves the scope for later: `node apps-only.mjs CLI`.
import { playOperator } from "../../src/commands/demo-operator.ts";
import { setUpEmulator } from "../../src/commands/set-up-emulator.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const [, , cli = ""] = process.argv;
// The embedded forge's CLI is started as the program that runs.
process.argv[1] = cli;
const repository = requireRepositoryName("acme/control", "the bench");
const { opened, openLink } = playOperator(repository, { scope: "later" });
try {
  await setUpEmulator(repository, { opened, openLink });
} finally {
  await opened.prompter.close();
}
