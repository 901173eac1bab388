import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { fingerprintKey } from "../../src/credentials/apps/private-key.ts";
import { nameApp, slugOf } from "../../src/plane/setup/app-name.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import type { Replacement } from "../../src/plane/rotate/journal-results.ts";
import { halvesOf } from "../../src/plane/repository/stored-records.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { retryWithOperator, retryOrSkip } from "../shared/retry-with-operator.ts";
import { enterKey } from "../setup/enter-key.ts";
import type { WhichKey } from "../setup/enter-key.ts";
import { proveKey } from "../setup/prove-key.ts";
import type { ProofDeps } from "../setup/prove-key.ts";
import type { KeyFiles } from "../shared/import-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import { isStoredKeyUnknown, knowStoredKey, readStoredKeys } from "./refuse-stored-key.ts";
import type { KnownKeyDeps } from "./refuse-stored-key.ts";
import type { KeySubject } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type EnterDeps = ProofDeps & KeyFiles;
type FindDeps = ControlLocation & Pick<RotateDeps, "listInstallations" | "findApp">;
export type ProvideKeyDeps = EnterDeps & FindDeps & KnownKeyDeps & Pick<RotateDeps, "openLink">;

interface NewKeySubject extends KeySubject {
  /** Fingerprint of the stored key, if a run has just used the key. */
  readonly seen?: string | undefined;
}

interface KnownKey {
  readonly fingerprint: string;
  readonly keyId: string;
  readonly slug: string;
}

/**
 * Has the operator add a key on the App's page, and verifies that it belongs to the App whose
 * client ID is stored.
 */
export async function provideKey(
  context: Pick<FlowContext, "ask" | "vault" | "read" | "discardAnswer">,
  deps: ProvideKeyDeps,
  subject: NewKeySubject,
): Promise<Replacement> {
  const { role } = subject;
  const clientId = await readClientId(context, deps, subject);
  const link = await findSettingsLink(context, deps, { ...subject, clientId });
  const isUnknown = await isStoredKeyUnknown(context, deps, role);
  await context.ask.disclose({
    id: `${role}-new-key`,
    title: `Add a key to the ${titleOf(role)}`,
    body: [
      "On the App's page, under Private keys, press",
      "[ Generate a private key ]. The browser downloads a file.",
      link,
      "",
      "Do not delete the old key yet: you may need it until the new one works.",
      "Delete the file after its key is stored.",
      ...(isUnknown ? [storedKeyUnknown] : []),
    ],
    proceed: "Open the page and continue",
    why: "Only a user can add a key to an App, and only on that page. An App can have two keys, so the old one works until the new one is verified.",
  });
  await context.read(`opened ${link}`, () => deps.openLink(link));
  const fresh = await retryWithOperator(context, { id: `${role}-key-proof` }, () =>
    discardAnswerIfRefused(context, `${role}-key-from`, () =>
      enterNewKey(context, deps, { ...subject, clientId }),
    ),
  );
  const previous = await askForOldKey(context, deps, { ...subject, clientId, fresh });
  const former =
    previous?.fingerprint ?? subject.seen ?? (await findFormer(context, deps, { role, clientId }));
  await reportFingerprints(context, { ...subject, fresh, former });
  return {
    clientId,
    ...fresh,
    at: deps.now().toISOString(),
    ...(former !== undefined && { former }),
    ...(previous && { previous: { fingerprint: previous.fingerprint, keyId: previous.keyId } }),
  };
}

/**
 * Returns the fingerprint of the key being replaced, if this machine's journals identify the stored
 * key.
 */
async function findFormer(
  context: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  app: { readonly role: AppRole; readonly clientId: string },
): Promise<string | undefined> {
  const known = await readStoredKeys(context, deps, app);
  return known.length === 1 ? known[0] : undefined;
}

const storedKeyUnknown =
  "It is unknown which key is stored, because an earlier run stopped while storing one. Do not delete any key yet.";

async function readClientId(
  { read }: Pick<FlowContext, "read">,
  deps: ControlLocation & Pick<RotateDeps, "readRecords">,
  { role }: KeySubject,
) {
  const { clientId } = halvesOf(await read("records", () => deps.readRecords()), role);
  if (clientId !== undefined) return clientId;
  throw new InvalidInput(`The ${titleOf(role)}'s client ID is no longer stored.`, [
    { text: "Store the client ID again", command: commandLine("setup", deps) },
  ]);
}

/**
 * Returns the link to the App's own page, or to the list of the owner's Apps if the App's name is
 * unknown.
 */
async function findSettingsLink(
  { read }: Pick<FlowContext, "read">,
  { profile, repository, ...deps }: FindDeps,
  { role, ready, clientId }: KeySubject & { clientId: string },
): Promise<string> {
  const installations = await read("installations", () => deps.listInstallations());
  const installed = installationsOf({ clientId }, installations ?? [])[0]?.appSlug;
  const guess = slugOf(nameApp(repository, role));
  const named = installed === undefined && (await read(`app ${guess}`, () => deps.findApp(guess)));
  const isNamed = named && named !== "refused" && named.clientId === clientId;
  const slug = installed ?? (isNamed ? named.slug : undefined) ?? "";
  return appSettingsLink(profile, ready.account, slug).replace(/\/$/, "");
}

/**
 * Asks for a key that is not stored yet. If the stored key were accepted, it would be treated both
 * as the new key and as the old key to revoke.
 */
async function enterNewKey(
  context: Pick<FlowContext, "ask" | "vault" | "read">,
  deps: ProvideKeyDeps,
  subject: NewKeySubject & { clientId: string },
): Promise<KnownKey> {
  const refuseKey = await knowStoredKey(context, deps, subject);
  return enterKnownKey(context, { ...deps, refuseKey }, { ...subject, which: "key" });
}

async function enterKnownKey(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: EnterDeps,
  subject: Omit<KeySubject, "open"> & { clientId: string; which: WhichKey },
): Promise<KnownKey> {
  const keyId = await enterKey(context, deps, subject.role, subject.which);
  const key = context.vault.require(keyId);
  const { slug } = await proveKey(context, deps, { ...subject, key });
  return { keyId, slug, fingerprint: fingerprintKey(key) };
}

/**
 * Asks for the old key. Its fingerprint identifies the key to delete, and its rejection proves that
 * the key is deleted.
 */
async function askForOldKey(
  context: Pick<FlowContext, "ask" | "vault" | "discardAnswer">,
  deps: EnterDeps,
  subject: KeySubject & { clientId: string; fresh: KnownKey },
): Promise<KnownKey | undefined> {
  const { role, fresh } = subject;
  const isAtHand = await context.ask.confirm({
    id: `${role}-old-key-at-hand`,
    name: "Old key available",
    title: `Do you also have the old ${titleOf(role)} key?`,
    yes: "Yes, provide it",
    no: "No, continue without it",
    initial: false,
    why: "gatehouse uses the old key only to check whether it still works. If you provide it, gatehouse detects when the key is revoked; otherwise, you have to confirm the revocation.",
  });
  if (!isAtHand) return undefined;
  return retryOrSkip(
    context,
    {
      id: `${role}-old-key-proof`,
      instead: {
        value: "without",
        label: "Continue without the key",
        hint: "you confirm the revocation yourself",
      },
    },
    () =>
      discardAnswerIfRefused(context, `${role}-old-key-from`, async () => {
        const old = await enterKnownKey(context, deps, { ...subject, which: "old-key" });
        if (old.fingerprint !== fresh.fingerprint) return old;
        throw new InvalidInput("This is the new key, not the old one.", [
          { text: "Provide the key that the App's page lists with a different fingerprint" },
        ]);
      }),
  );
}

async function reportFingerprints(
  { ask }: Pick<FlowContext, "ask">,
  { role, fresh, former }: KeySubject & { fresh: KnownKey; former: string | undefined },
): Promise<void> {
  await ask.note({
    id: `${role}-fingerprints`,
    title: `Fingerprints on the ${titleOf(role)}'s page:`,
    body: [
      `new, keep: ${fresh.fingerprint}`,
      former === undefined
        ? "All other keys are old. Delete them later."
        : `old, delete later: ${former}`,
    ],
  });
}
