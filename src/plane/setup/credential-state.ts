import type { AppRecordHalves } from "../repository/stored-records.ts";

/** App data from one source: the journal, or a lookup of the default name on GitHub. */
export interface KnownApp {
  readonly clientId: string;
  /** Undefined if only the stored client ID is known. */
  readonly slug: string | undefined;
}

/** Returns the display name of an App: its slug, or its client ID. */
export function nameOf({ slug, clientId }: KnownApp): string {
  return slug ?? `App ${clientId}`;
}

/** An App that this setup created or that the operator provided, as stored in the journal. */
export interface MadeApp extends KnownApp {
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  /**
   * True if this setup did not register the App. The options chosen in GitHub's form are then
   * unknown.
   */
  readonly isProvided: boolean;
  /** ID of the key in the secret vault. Only the process that accepted the key can find it. */
  readonly keyId: string;
}

export interface CredentialFacts {
  readonly halves: AppRecordHalves;
  /** The App that was created for this role according to the journal. */
  readonly made: KnownApp | undefined;
  /** The App on GitHub that has the default name for this role. */
  readonly named: KnownApp | undefined;
  /**
   * True if the journal shows that GitHub responded to a registration, but the resulting App is
   * unknown.
   */
  readonly isRegistered?: boolean;
  /**
   * Whether the App's records were deleted, according to the journal, because the profile did not
   * need them.
   */
  readonly wasDropped?: (app: KnownApp) => boolean;
}

/** The state of one App's credential, which determines the next action. */
export type CredentialState =
  /** Nothing exists: create the App. */
  | { readonly state: "none" }
  /** Both records are stored. If the App is known, the records belong to it. */
  | { readonly state: "pair"; readonly clientId: string; readonly app: KnownApp | undefined }
  /** The credential is incomplete, so the operator decides how to continue. */
  | {
      readonly state: "half";
      readonly reason: Exclude<HalfReason, "id-of-another-app">;
      readonly app: KnownApp | undefined;
    }
  /** The stored records have the client ID `stored`, but another App was created for this role. */
  | {
      readonly state: "half";
      readonly reason: "id-of-another-app";
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
  "record-dropped":
    "The App exists; its records were deleted because the profile does not use them.",
  "answered-without-key":
    "The App may exist: it was registered, but neither the App nor its key arrived.",
  "key-without-id": "A key is stored without a client ID, so its App is unknown.",
  "id-without-key": "A client ID is stored without a key.",
  "id-of-another-app": "The stored client ID belongs to a different App than the one created here.",
};

export function evaluateCredential(facts: CredentialFacts): CredentialState {
  const { halves, made, named, isRegistered = false, wasDropped = () => false } = facts;
  const { clientId, hasKey } = halves;
  const known = made ?? named;
  if (clientId === undefined) {
    if (hasKey) return { state: "half", reason: "key-without-id", app: known };
    if (known) {
      const reason = wasDropped(known) ? "record-dropped" : "app-without-key";
      return { state: "half", reason, app: known };
    }
    if (isRegistered) return { state: "half", reason: "answered-without-key", app: undefined };
    return { state: "none" };
  }
  const app = [made, named].find((candidate) => candidate?.clientId === clientId);
  if (!hasKey) return { state: "half", reason: "id-without-key", app };
  if (made && made.clientId !== clientId) {
    return { state: "half", reason: "id-of-another-app", app: made, stored: clientId };
  }
  return { state: "pair", clientId, app };
}
