import { expect, test } from "vitest";
import { describeRotation } from "../../../src/commands/outcomes/print-rotation.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const at = "2026-11-21T09:00:00.000Z";
const place = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
};

test.each([
  ["seen", "✔ CP_FORGE_TOKEN", "revoked; the forge refuses it since"],
  ["word", "” CP_FORGE_TOKEN", "revoked by mona's word of"],
] as const)("a credential whose old one is known by %s to be gone", (how, heading, words) => {
  const evidence = {
    begun: { at },
    proved: { at, fingerprint: "SHA256:new" },
    stored: { at, fingerprint: "SHA256:new" },
    validated: { at, fingerprint: "SHA256:new", runs: [] },
    revoked: { at, by: "mona", how },
    rechecked: { at, findings: ["it works"] },
  };
  const lines = describeRotation(
    {
      startedAt: at,
      endedAt: at,
      by: "mona",
      credentials: ["pat"],
      rotations: [{ credential: "pat", evidence }],
    },
    place,
  );
  expect(lines[0]).toBe(heading);
  expect(lines.find((line) => line.includes("old:"))).toContain(words);
});
