import { onTestFinished } from "vitest";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { openRegistration } from "../../../src/plane/setup/loopback.ts";
import { buildManifest } from "../../../src/plane/setup/manifest.ts";
import { readForms } from "../../../emulator/robot/read-forms.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const profile = resolveHost("forge.example", "forge");
const acme = requireRepositoryName("acme/control", "--repo");
export const registrationLink = "https://forge.example/organizations/acme/settings/apps/new";

/** Creates a registration that is closed after the test, and the content of its page. */
export async function openLoopback(
  port = 0,
  { repository = acme, name = `Acme's <"reader">` } = {},
) {
  const registration = await openRegistration({
    role: "read",
    subject: `set up ${repository.full}`,
    position: { at: 5, of: 9 },
    port,
    webUrl: profile.webUrl,
    registrationLink,
    manifest: (redirectUrl) =>
      buildManifest(
        { profile, repository, role: "read", name, ceiling: readAppCeiling },
        redirectUrl,
      ),
  });
  onTestFinished(() => registration.close());
  const { origin } = new URL(registration.link);
  const [form] = readForms(registration.page);
  const action = new URL(form?.action ?? "");
  const state = action.searchParams.get("state") ?? "";
  return {
    registration,
    origin,
    form,
    action,
    state,
    port: Number(new URL(origin).port),
    callback: `/registered?code=abc123&state=${state}`,
    takenCode: async () => {
      let taken: string | undefined;
      void registration.nextCode().then((code) => (taken = code));
      await new Promise(setImmediate);
      return taken;
    },
  };
}
