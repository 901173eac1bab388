import { requireRepositoryName } from "../forge/repository-name.ts";
import { runWizard } from "./run-wizard.ts";
import { wizardTitles } from "../asking/wizard-titles.ts";
import type { RunSetupOptions } from "./setup-options.ts";

/** `gatehouse setup` and `gatehouse scope`: reaches the forge, asks which repository, and runs the rest, which is loaded meanwhile. */
export async function beginSetup(options: RunSetupOptions): Promise<void> {
  const approved = readApproved(options);
  const { prompter, desk } = options.opened;
  const { purpose: verb } = options;
  const load = () => import("./run-setup.ts");
  const wizard = { ...options, prompter, desk, verb, title: wizardTitles[verb], load };
  await runWizard(wizard, async (session) => (await load()).runSetup(session, options, approved));
}

function readApproved({ readRepository, writeRepository }: RunSetupOptions) {
  const parse = (names: readonly string[], option: string) =>
    names.map((name) => requireRepositoryName(name, option));
  return {
    ...(readRepository && { read: parse(readRepository, "--read-repository") }),
    ...(writeRepository && { write: parse(writeRepository, "--write-repository") }),
  };
}
