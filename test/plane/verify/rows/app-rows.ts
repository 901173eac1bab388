import { appRecords } from "../../../../src/credentials/records.ts";
import {
  appFacts,
  installed,
  readRun,
  noRun,
  bothStored,
  reportOf,
  runOf,
  storedSecrets,
} from "./facts.ts";
import type { Row } from "./facts.ts";

const { secret } = appRecords.read;

export const appRows: readonly Row[] = [
  [
    "a missing key",
    appFacts({ secrets: storedSecrets() }),
    "read-app-key",
    "fail",
    new RegExp(secret),
  ],
  ["a key that no run used", appFacts(noRun), "read-app-key", "unknown", /No run/],
  [
    "a key that fails",
    appFacts({ run: runOf(["read-app"], {}) }),
    "read-app-key",
    "fail",
    /could not use/,
  ],
  [
    "a key whose App is gone",
    appFacts({ run: runOf(["read-app"], { gone: { read: "Iv1.read" } }) }),
    "read-app-key",
    "fail",
    /App Iv1\.read not found/,
  ],
  [
    "the owner of an App that is gone",
    appFacts({ run: runOf(["read-app"], { gone: { read: "Iv1.read" } }) }),
    "read-app-owner",
    "unknown",
    /App Iv1\.read not found/,
  ],
  ...(
    [
      ["the key", "read-app-key", "pass", /^A run signed in as Iv1\.read with the stored key\.$/],
      [
        "the coverage",
        "read-app-coverage",
        "fail",
        /^The App is not installed on acme\/control\.$/,
      ],
      ["the owner", "read-app-owner", "unknown", /not installed/],
    ] as const
  ).map(([what, ...expected]): Row => [
    `${what} of an App that is not installed`,
    appFacts({ run: runOf(["read-app"], { uninstalled: { read: "Iv1.read" } }) }),
    ...expected,
  ]),
  [
    "a key of another App",
    appFacts(readRun({ clientId: "Iv1.x" })),
    "read-app-key",
    "fail",
    /Iv1\.x/,
  ],
  ["another owner", appFacts(readRun({ owner: "globex" })), "read-app-owner", "fail", /globex/],
  ["an owner that no run saw", appFacts(noRun), "read-app-owner", "unknown", /No run/],
  [
    "a permission above the ceiling",
    appFacts(readRun({ permissions: { ...reportOf("read").permissions, contents: "write" } })),
    "read-app-permissions",
    "fail",
    /Contents: Read and write instead of Read-only/,
  ],
  ["permissions that nobody saw", appFacts(noRun), "read-app-permissions", "unknown", /No run/],
  [
    "permissions in the list of installations",
    appFacts({ ...noRun, installations: installed({}) }),
    "read-app-permissions",
    "pass",
    /ceiling/,
  ],
  [
    "a permission below the ceiling in that list",
    appFacts({ ...noRun, installations: installed({ permissions: { metadata: "read" } }) }),
    "read-app-permissions",
    "fail",
    /Actions: No access instead of Read-only/,
  ],
  [
    "other repositories",
    appFacts(readRun({ repositoriesDigest: "0", repositoryCount: 1 })),
    "read-app-coverage",
    "fail",
    /covers 1 repository, not exactly: acme\/control, acme\/api, acme\/infra/,
  ],
  [
    "all repositories",
    appFacts({ ...noRun, installations: installed({ selection: "all" }) }),
    "read-app-coverage",
    "fail",
    /all repositories/,
  ],
  [
    "a suspended App",
    appFacts(readRun({ isSuspended: true })),
    "read-app-coverage",
    "fail",
    /suspended/,
  ],
  [
    "repositories that nobody saw",
    appFacts({ ...noRun, installations: installed({}) }),
    "read-app-coverage",
    "unknown",
    /No run/,
  ],
  [
    "no settings to cover",
    appFacts({ settings: { state: "missing" } }),
    "read-app-coverage",
    "unknown",
    /settings/,
  ],
  [
    "a write App that reads all targets in review mode",
    appFacts({
      ...bothStored,
      run: runOf(["read-app", "write-app"], {
        reports: {
          read: reportOf("read"),
          write: reportOf("write", { repositoriesDigest: reportOf("read").repositoriesDigest }),
        },
      }),
    }),
    "write-app-coverage",
    "fail",
    /not exactly: acme\/control\.$/,
  ],
  [
    "a write App on the control repository alone in review mode",
    appFacts({
      ...bothStored,
      run: runOf(["write-app"], { reports: { write: reportOf("write") } }),
    }),
    "write-app-coverage",
    "pass",
    /exactly: acme\/control\.$/,
  ],
];
