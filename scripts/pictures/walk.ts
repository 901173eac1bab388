import { openStage, playAt, type Place, type Shown } from "./stage.ts";
import { walkIn } from "./walk-begin.ts";
import { walkEngine } from "./walk-engine.ts";
import { walkBehindFirewall } from "./walk-firewall.ts";
import { walkAsMember } from "./walk-member.ts";
import { walkPlane } from "./walk-plane.ts";
import { walkRemoval } from "./walk-removal.ts";
import { setUp } from "./walk-setup.ts";
import { walkAsWriter } from "./walk-writer.ts";

/**
 * Captures the life of a control plane on an embedded forge, in the order of use. Before its
 * removal, other walks follow: a second App and a personal access token, each on a separate forge,
 * and commands that need none.
 */
export async function walkThrough(place: Place): Promise<Shown[]> {
  const shown: Shown[] = [];
  await playAt(place, shown, async (stage) => {
    const { host, run, show } = stage;
    await walkIn(stage);
    await run({ args: ["setup", ...host] }, (wizard) => setUp(wizard, { ...place, show }));
    await walkPlane(stage);
    await playAt(place, shown, walkAsWriter);
    await playAt(place, shown, walkAsMember);
    await walkBehindFirewall(openStage(place, shown));
    await walkEngine(openStage(place, shown));
    await walkRemoval(stage);
  });
  return shown;
}
