import { expect, test } from "vitest";
import type { ProfileChoice } from "../../../src/credentials/profile/choice.ts";
import type { ProfileFacts } from "../../../src/credentials/profile/facts.ts";
import { findNeededApps } from "../../../src/credentials/profile/needed-apps.ts";
import type { NeededApps } from "../../../src/credentials/profile/needed-apps.ts";

const facts: ProfileFacts = {
  targets: ["private"],
  mode: "review",
  destination: "control",
  appInstallable: "unknown",
  patEligible: "unknown",
  patConsent: "unknown",
  owners: ["acme"],
  requiredApis: [],
};
const pat: ProfileChoice = { profile: "pat", readApp: false, writeApp: false, pat: true };
const stop: ProfileChoice = { ...pat, profile: "stop", pat: false };
const approval = "It depends on whether an owner of the account approves Apps.";

const decided = (profile: "app" | "pat" | "workflow-token", ...roles: ("read" | "write")[]) =>
  ({ isDecided: true, profile, roles }) satisfies NeededApps;

type Known = Parameters<typeof findNeededApps>[1];

test.each<[string, Partial<ProfileFacts>, Known, NeededApps]>([
  ["an owner needs the Apps of the scope", {}, { isOwner: true }, decided("app", "read")],
  [
    "an owner needs both Apps in live mode",
    { mode: "live" },
    { isOwner: true },
    decided("app", "read", "write"),
  ],
  [
    "an owner who chose a PAT before can install Apps now",
    {},
    { isOwner: true, recorded: pat },
    decided("app", "read"),
  ],
  [
    "nobody needs an App for public targets",
    { targets: ["public"] },
    { isOwner: false },
    decided("workflow-token"),
  ],
  [
    "a member depends on an owner",
    {},
    { isOwner: false },
    { isDecided: false, reason: approval, roles: ["read"] },
  ],
  ["a member has recorded a PAT", {}, { isOwner: false, recorded: pat }, decided("pat")],
  [
    "a recorded stop decides nothing",
    {},
    { isOwner: false, recorded: stop },
    { isDecided: false, reason: approval, roles: ["read"] },
  ],
  [
    "no credential covers several owners",
    { mode: "live", owners: ["acme", "globex"] },
    { isOwner: true },
    { isDecided: false, reason: "No credential qualifies yet.", roles: ["read", "write"] },
  ],
])("%s", (_, change, known, needed) => {
  expect(findNeededApps({ ...facts, ...change }, known)).toEqual(needed);
});
