import { createRobot } from "../../emulator/signed-in.ts";
import { repository, type FlowBench, type SetUpOptions } from "./bench.ts";

/**
 * Installs the first App on too many repositories. The operator fixes this after the wizard
 * complains.
 */
export async function widenSelection(
  bench: FlowBench,
): Promise<Required<Pick<SetUpOptions, "openLink" | "onMoment">>> {
  const [app] = await bench.apps();
  const settings = `${bench.emulator.origin}/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
  await createRobot({ selection: [repository.full, "acme/web"] }).visit(settings);
  let isFixed = false;
  return {
    openLink: () => Promise.resolve(true),
    onMoment: async ({ update, act }) => {
      if (isFixed || !update.problem) return;
      isFixed = true;
      await createRobot({ selection: [repository.full] }).visit(settings);
      await act("check");
    },
  };
}
