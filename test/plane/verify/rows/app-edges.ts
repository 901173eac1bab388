import { seen, unseen } from "../../../../src/plane/verify/review-facts.ts";
import { ceilings } from "../../../../src/credentials/apps/ceilings.ts";
import { appRecords } from "../../../../src/credentials/records.ts";
import {
  installed,
  appFacts,
  asSet,
  decidedFor,
  forbidden,
  needing,
  patFacts,
  readRun,
  runOf,
  storedSecrets,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const { variable, secret } = appRecords.read;

const hint = { text: "Sign in again", command: "forge auth login" };

const brokenSettings = { settings: { state: "broken", reason: "no JSON" } } as const;

const later = unseen("No run.", [hint]);

const none = { variables: seen(new Map<string, string>()), secrets: storedSecrets() };

/** Cases of an App at the limit between two results. */
export const appEdges: readonly Row[] = [
  [
    "a key without an ID",
    appFacts({ variables: seen(new Map()) }),
    "read-app-key",
    "fail",
    /^Not stored: CP_FORGE_READ_APP_ID\.$/,
  ],
  [
    "an App whose ID may not be seen",
    appFacts({ variables: forbidden }),
    "read-app-key",
    "unknown",
    /403/,
  ],
  [
    "an App that was chosen, and of which nothing is stored",
    appFacts(none),
    "read-app-key",
    "fail",
    /_ID, .*_KEY\.$/,
  ],
  [
    "a suspended App with another permission",
    appFacts(readRun({ isSuspended: true, permissions: { contents: "write" } })),
    "read-app-permissions",
    "fail",
    /Contents: Read and write instead of Read-only/,
  ],
  [
    "an App by its ID alone",
    patFacts({ variables: seen(new Map([[variable, "Iv1.read"]])) }),
    "read-app-key",
    "fail",
    /_KEY\.$/,
  ],
  [
    "an App by its key alone",
    patFacts({ secrets: storedSecrets(secret) }),
    "read-app-key",
    "fail",
    /_ID\.$/,
  ],
  [
    "the owner in other letters",
    appFacts(readRun({ owner: "ACME" })),
    "read-app-owner",
    "pass",
    /ACME/,
  ],
  [
    "an App that no run could use",
    appFacts({ run: runOf(["read-app"], {}) }),
    "read-app-owner",
    "unknown",
    /could not use/,
  ],
  [
    "a run that could not be, with what mends it",
    appFacts({ run: later }),
    "read-app-owner",
    "unknown",
    /No run/,
  ],
  [
    "a list that has another App only",
    appFacts({
      installations: installed({ clientId: "Iv1.other", selection: "all", permissions: {} }),
    }),
    "read-app-permissions",
    "pass",
    /ceiling/,
  ],
  [
    "a list of an older server, without client IDs",
    appFacts({
      variables: forbidden,
      installations: installed({ clientId: undefined, permissions: {} }),
    }),
    "read-app-permissions",
    "pass",
    /ceiling/,
  ],
  [
    "the specified ceiling, although the packages need less",
    appFacts(readRun({ permissions: ceilings.read })),
    "read-app-permissions",
    "fail",
    /Checks: Read-only instead of No access/,
  ],
  [
    "the permissions for earlier packages, which need less",
    appFacts(decidedFor(needing("checks"))),
    "read-app-permissions",
    "fail",
    /Checks: No access instead of Read-only/,
  ],
  [
    "a narrowed ceiling, where the settings are invalid",
    appFacts(brokenSettings),
    "read-app-permissions",
    "unknown",
    /unknown without valid settings/,
  ],
  [
    "a permission above every ceiling, where the settings are invalid",
    appFacts({ ...brokenSettings, ...readRun({ permissions: { contents: "write" } }) }),
    "read-app-permissions",
    "fail",
    /^Contents: Read and write instead of Read-only\.$/,
  ],
  [
    "the specified ceiling, where there are no packages",
    appFacts({ ...asSet({ packages: [] }), ...readRun({ permissions: ceilings.read }) }),
    "read-app-permissions",
    "pass",
    /^They match the ceiling exactly\.$/,
  ],
  [
    "two repositories of three",
    appFacts(readRun({ repositoriesDigest: "0", repositoryCount: 2 })),
    "read-app-coverage",
    "fail",
    /covers 2 repositories, not/,
  ],
  [
    "a suspension, where the permissions are right",
    appFacts(readRun({ isSuspended: true })),
    "read-app-permissions",
    "pass",
    /ceiling/,
  ],
  [
    "too many permissions, where the repositories are right",
    appFacts(readRun({ permissions: { contents: "write" } })),
    "read-app-coverage",
    "pass",
    /exactly/,
  ],
];
