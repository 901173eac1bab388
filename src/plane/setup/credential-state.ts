import type { AppRecordHalves } from "../repository/stored-records.ts";

/** The App as one source knows it: the journal, or the forge under the name that we would give. */
export interface KnownApp {
  readonly clientId: string;
  /** Unknown when only the stored client ID tells of the App. */
  readonly slug: string | undefined;
}

/** What the screens call one App: its name in addresses, or what else is known of it. */
export function nameOf({ slug, clientId }: KnownApp): string {
  return slug ?? `App ${clientId}`;
}

/** An App that this setup made or was brought, as the journal keeps it. */
export interface MadeApp extends KnownApp {
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  /** A person made it, or brought a key of it: nobody knows what they chose in the forge's form. */
  readonly isBrought: boolean;
  /** The keeper's id of the key: found only by the process that took it in. */
  readonly keyId: string;
}

export interface CredentialFacts {
  readonly halves: AppRecordHalves;
  /** The App that the journal says was made for this role. */
  readonly made: KnownApp | undefined;
  /** The App that bears our name for this role on the forge. */
  readonly named: KnownApp | undefined;
  /** Whether the journal says that the forge answered a registration, though nobody knows with which App. */
  readonly isRegistered?: boolean;
  /** Whether the journal says of an App that its record was deleted, as the profile did not call for it. */
  readonly wasDropped?: (app: KnownApp) => boolean;
}

/** What is there of one App's credential, and so what there is to do. */
export type CredentialState =
  /** Nothing anywhere: make the App. */
  | { readonly state: "none" }
  /** Both halves are stored, and they are of the App that we know, if we know one. */
  | { readonly state: "pair"; readonly clientId: string; readonly app: KnownApp | undefined }
  /** Something is there that does not make a pair. A person decides. */
  | {
      readonly state: "half";
      readonly because: Exclude<HalfReason, "id-of-another-app">;
      readonly app: KnownApp | undefined;
    }
  /** Both halves are stored, under the client ID `stored`; the App that was made for this is another. */
  | {
      readonly state: "half";
      readonly because: "id-of-another-app";
      readonly app: KnownApp;
      readonly stored: string;
    };

export type HalfReason =
  | "app-without-key"
  | "record-dropped"
  | "answered-without-key"
  | "key-without-id"
  | "id-without-key"
  | "id-of-another-app";

export const halfReasons: Readonly<Record<HalfReason, string>> = {
  "app-without-key": "The App exists, but its key is not stored.",
  "record-dropped": "The App exists; its record was deleted, as the profile did not call for it.",
  "answered-without-key":
    "A registration was answered, but neither an App nor its key arrived: the App may exist.",
  "key-without-id": "A key is stored, but no client ID: nobody can tell which App it belongs to.",
  "id-without-key": "A client ID is stored, but no key.",
  "id-of-another-app": "The stored client ID is that of another App than the one made for this.",
};

/** Decides from what is stored and what is known. */
export function evaluateCredential(facts: CredentialFacts): CredentialState {
  const { halves, made, named, isRegistered = false, wasDropped = () => false } = facts;
  const { clientId, hasKey } = halves;
  const known = made ?? named;
  if (clientId === undefined) {
    if (hasKey) return { state: "half", because: "key-without-id", app: known };
    if (known) {
      const because = wasDropped(known) ? "record-dropped" : "app-without-key";
      return { state: "half", because, app: known };
    }
    if (isRegistered) return { state: "half", because: "answered-without-key", app: undefined };
    return { state: "none" };
  }
  const app = [made, named].find((candidate) => candidate?.clientId === clientId);
  if (!hasKey) return { state: "half", because: "id-without-key", app };
  if (made && made.clientId !== clientId) {
    return { state: "half", because: "id-of-another-app", app: made, stored: clientId };
  }
  return { state: "pair", clientId, app };
}
