import { wizardTitles } from "../prompts/wizard-titles.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { OpenedPrompter } from "./open-prompter.ts";
import { runSetup } from "./run-setup.ts";
import type { SetupRequest } from "./run-setup.ts";
import { runWizard } from "./run-wizard.ts";

export interface EmulatorOperator extends Pick<SetupRequest, "openLink"> {
  readonly opened: OpenedPrompter;
}

/** Sets up a control plane on the embedded forge, for the demo and the benchmark. */
export async function setUpEmulator(
  repository: RepositoryName,
  { opened, openLink }: EmulatorOperator,
): Promise<void> {
  const common = { host: "emulator", open: true, opened, location: { repository } } as const;
  const request = { purpose: "setup", port: 0, appNames: {}, approved: {} } as const;
  await runWizard({ ...common, verb: "setup", title: wizardTitles.setup }, (session) =>
    runSetup(session, { ...common, ...request, ...(openLink && { openLink }) }),
  );
}
