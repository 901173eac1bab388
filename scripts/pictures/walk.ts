import { openStage, playAt, type Location, type Shown } from "./stage.ts";
import { walkIn } from "./walk-begin.ts";
import { walkEngine } from "./walk-engine.ts";
import { walkBehindFirewall } from "./walk-firewall.ts";
import { walkAsMember } from "./walk-member.ts";
import { walkPlane } from "./walk-plane.ts";
import { walkRemoval } from "./walk-removal.ts";
import { setUp } from "./walk-setup.ts";
import { walkAsWriter } from "./walk-writer.ts";

/**
 * Captures the life cycle of a control plane on an embedded forge, in chronological order. Before
 * the removal, captures the other walkthroughs: a second App and a personal access token, each on a
 * separate forge, and commands that do not need a forge.
 */
export async function walkThrough(location: Location): Promise<Shown[]> {
  const shown: Shown[] = [];
  await playAt(location, shown, async (stage) => {
    const { host, run, show } = stage;
    await walkIn(stage);
    await run({ args: ["setup", ...host] }, (wizard) => setUp(wizard, { ...location, show }));
    await walkPlane(stage);
    await playAt(location, shown, walkAsWriter);
    await playAt(location, shown, walkAsMember);
    await walkBehindFirewall(openStage(location, shown));
    await walkEngine(openStage(location, shown));
    await walkRemoval(stage);
  });
  return shown;
}
