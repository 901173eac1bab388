// Runs a setup on the embedded forge that creates both Apps but does not define the scope: `node
// apps-only.mjs CLI`.
import { playOperator } from "../../src/commands/demo-operator.ts";
import { setUpEmulator } from "../../src/commands/set-up-emulator.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const [, , cli = ""] = process.argv;
// gatehouse starts the CLI of the embedded forge from the path in `process.argv[1]`.
process.argv[1] = cli;
const repository = requireRepositoryName("acme/control", "the benchmark");
const { opened, openLink } = playOperator(repository, { scope: "later" });
try {
  await setUpEmulator(repository, { opened, openLink });
} finally {
  await opened.prompter.close();
}
