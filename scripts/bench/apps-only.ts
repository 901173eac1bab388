// A setup on the embedded forge that makes both Apps and leaves the scope for later: `node apps-only.mjs CLI`.
import { playOperator } from "../../src/commands/demo-operator.ts";
import { beginSetup } from "../../src/commands/begin-setup.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const [, , cli = ""] = process.argv;
// The embedded forge's CLI is started as the program that runs.
process.argv[1] = cli;
const repository = requireRepositoryName("acme/control", "the bench");
const { opened, openLink } = playOperator(repository, { scope: "later" });
try {
  await beginSetup({
    purpose: "setup",
    repository,
    host: "emulator",
    open: true,
    port: 0,
    appNames: {},
    opened,
    openLink,
  });
} finally {
  await opened.prompter.close();
}
