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
import type { ControlPlace } from "../shared/control-place.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import { isStoredKeyUnknown, knowStoredKey, readStoredKeys } from "./refuse-stored-key.ts";
import type { KnownKeyDeps } from "./refuse-stored-key.ts";
import type { KeySubject } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type EnterDeps = ProofDeps & KeyFiles;
type FindDeps = ControlPlace & Pick<RotateDeps, "listInstallations" | "findApp">;
export type ProvideKeyDeps = EnterDeps & FindDeps & KnownKeyDeps & Pick<RotateDeps, "openLink">;

interface NewKeySubject extends KeySubject {
  /** The fingerprint of the stored key, where a run just used it. */
  readonly seen?: string | undefined;
}

interface KnownKey {
  readonly fingerprint: string;
  readonly keyId: string;
  readonly slug: string;
}

/** Has the operator add a key on the App's page, and proves that it belongs to the App whose ID is stored. */
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
      "Leave the old key there: until the new one works, you may need it.",
      "Delete the file once its key is stored.",
      ...(isUnknown ? [storedKeyUnknown] : []),
    ],
    proceed: "Open the page, and continue",
    why: "Only a person can add a key to an App, and only on that page. An App may have two keys, so that the old one works until the new one was seen to.",
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

/** The key that is replaced, where this machine knows which one it stored. */
async function findFormer(
  context: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  app: { readonly role: AppRole; readonly clientId: string },
): Promise<string | undefined> {
  const known = await readStoredKeys(context, deps, app);
  return known.length === 1 ? known[0] : undefined;
}

const storedKeyUnknown =
  "Which key is stored is not known: an earlier run ended while it stored one. Delete none yet.";

async function readClientId(
  { read }: Pick<FlowContext, "read">,
  deps: ControlPlace & Pick<RotateDeps, "readRecords">,
  { role }: KeySubject,
) {
  const { clientId } = halvesOf(await read("records", () => deps.readRecords()), role);
  if (clientId !== undefined) return clientId;
  throw new InvalidInput(`No client ID of the ${titleOf(role)} is stored any more.`, [
    { say: "Mend it", command: commandLine("setup", deps) },
  ]);
}

/** The App's own page, or the list of the owner's Apps where nothing tells the App's name. */
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

/** One that is not stored yet: the stored one would look rotated, and be the old one as well. */
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

/** With the old key at hand, its fingerprint tells which one to delete, and its refusal proves that it is gone. */
async function askForOldKey(
  context: Pick<FlowContext, "ask" | "vault" | "discardAnswer">,
  deps: EnterDeps,
  subject: KeySubject & { clientId: string; fresh: KnownKey },
): Promise<KnownKey | undefined> {
  const { role, fresh } = subject;
  const isAtHand = await context.ask.confirm({
    id: `${role}-old-key-at-hand`,
    name: "Old key at hand",
    title: `Do you have the old key of the ${titleOf(role)}, too?`,
    yes: "Yes, I bring it as well",
    no: "No, only the forge has it",
    initial: false,
    why: "It is only asked who it is. With it, this program knows by itself when the old key is revoked; without it, your word has to do.",
  });
  if (!isAtHand) return undefined;
  return retryOrSkip(
    context,
    {
      id: `${role}-old-key-proof`,
      instead: {
        value: "without",
        label: "Go on without it",
        hint: "its end is then your word",
      },
    },
    () =>
      discardAnswerIfRefused(context, `${role}-old-key-from`, async () => {
        const old = await enterKnownKey(context, deps, { ...subject, which: "old-key" });
        if (old.fingerprint !== fresh.fingerprint) return old;
        throw new InvalidInput("That is the new key again.", [
          { say: "The old one has another fingerprint on the App's page" },
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
      `new, to keep: ${fresh.fingerprint}`,
      former === undefined
        ? "Every other one is old, and to be deleted later."
        : `old, to delete later: ${former}`,
    ],
  });
}
