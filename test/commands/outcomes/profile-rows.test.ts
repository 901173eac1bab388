import { profileRows } from "../../../src/commands/profile.ts";
import { decideProfile } from "../../../src/credentials/profile/decide-profile.ts";
import { parseProfileFacts } from "../../../src/credentials/profile/facts.ts";
import { describeWidths } from "../../terminal/check-print.ts";

const facts = {
  targets: ["private", "public"],
  mode: "live",
  destination: "target",
  owners: ["acme", "globex"],
};

for (const appInstallable of [true, false]) {
  const decision = decideProfile(parseProfileFacts({ ...facts, appInstallable }, "facts.json"));
  describeWidths(`the profile ${decision.profile}`, (style) => profileRows(decision, style));
}
