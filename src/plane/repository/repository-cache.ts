import type { ForgeClient } from "../../forge/client.ts";
import { findFile } from "../../forge/resources/contents.ts";
import type { RepositoryFile } from "../../forge/resources/contents.ts";
import { listInstallations } from "../../forge/resources/installations.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import type { BillingAnswer } from "../../forge/resources/organizations.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { inspectRepository } from "../../forge/resources/repository-snapshot.ts";
import type {
  SnapshotRequest,
  RepositorySnapshot,
} from "../../forge/resources/repository-snapshot.ts";
import { listSecrets } from "../../forge/resources/secrets.ts";
import { listVariables } from "../../forge/resources/variables.ts";
import { isFresh, keepLast } from "./keep-last.ts";
import type { LastReading } from "./keep-last.ts";
import { findBilling } from "./find-billing.ts";

/** Cached files of the control repository for one command. */
export interface ControlFiles {
  /**
   * Reads the current file. The first read may use a recent snapshot; later reads always send a
   * request.
   */
  readonly read: (path: string, signal?: AbortSignal) => Promise<RepositoryFile | undefined>;
  /** Returns the cached file if it was read or written recently; otherwise reads the file. */
  readonly last: (path: string) => Promise<RepositoryFile | undefined>;
  readonly wrote: (path: string, file: RepositoryFile) => void;
}

/**
 * Cache of a control repository for one command, which avoids duplicate requests. Use `fresh` for
 * current data, and `last` if a recent reading is sufficient. Code that changes data must discard
 * its reading.
 */
export interface ControlMemory {
  /**
   * Reads the snapshot that the command needs when it starts; undefined if the forge does not
   * answer the query.
   */
  readonly read: (request: SnapshotRequest) => Promise<RepositorySnapshot | undefined>;
  /** Returns the snapshot, even if it is old; undefined if there is none. */
  readonly seen: () => Promise<RepositorySnapshot | undefined>;
  /**
   * Returns the snapshot if it is recent; otherwise undefined, because the data may have changed
   * while the operator answered questions.
   */
  readonly fresh: () => Promise<RepositorySnapshot | undefined>;
  readonly files: ControlFiles;
  readonly variables: LastReading<ReadonlyMap<string, string>>;
  /** Dates on which the secrets were last stored, by name. */
  readonly secrets: LastReading<ReadonlyMap<string, string>>;
  /** Installations of the owner; undefined if this account cannot list them. */
  readonly installations: LastReading<readonly Installation[] | undefined>;
  readonly billing: LastReading<BillingAnswer | undefined>;
  /** Returns whether a recent snapshot shows that an environment does not exist. */
  readonly lacksEnvironment: (name: string) => Promise<boolean>;
  /** Discards the cached list of environments after an environment was created. */
  readonly forgetEnvironments: () => void;
}

export function createControlMemory(
  client: () => Promise<ForgeClient>,
  repository: RepositoryName,
  now = () => new Date(),
): ControlMemory {
  let reading: Promise<RepositorySnapshot | undefined> | undefined;
  let checkedAt = new Date(0);
  let areEnvironmentsKnown = true;
  const seen = async () => reading;
  const fresh = async () => (isFresh(checkedAt, now()) ? reading : undefined);
  const { owner } = repository;
  return {
    read: (request) => {
      checkedAt = now();
      reading = client().then((speaks) => inspectRepository(speaks, repository, request));
      return reading;
    },
    seen,
    fresh,
    files: cacheFiles({ client, repository, fresh, now }),
    variables: keepLast(async () => listVariables(await client(), repository), now),
    secrets: keepLast(async () => listSecrets(await client(), { repository }), now),
    installations: keepLast(async () => listInstallations(await client(), owner), now),
    billing: keepLast(async () => findBilling(await client(), owner), now),
    lacksEnvironment: async (name) => {
      const known = (await fresh())?.environments;
      return areEnvironmentsKnown && known?.has(name.toLowerCase()) === false;
    },
    forgetEnvironments: () => (areEnvironmentsKnown = false),
  };
}

interface Remembering {
  readonly client: () => Promise<ForgeClient>;
  readonly repository: RepositoryName;
  readonly fresh: ControlMemory["fresh"];
  readonly now: () => Date;
}

function cacheFiles({ client, repository, fresh, now }: Remembering): ControlFiles {
  const lasts = new Map<string, { readonly file: RepositoryFile | undefined; readonly at: Date }>();
  const keep = (path: string, file: RepositoryFile | undefined) =>
    void lasts.set(path, { file, at: now() });
  const read: ControlFiles["read"] = async (path, signal) => {
    const known = lasts.has(path) ? undefined : (await fresh())?.files;
    const file = known?.has(path)
      ? known.get(path)
      : await findFile(await client(), repository, path, signal);
    keep(path, file);
    return file;
  };
  const last: ControlFiles["last"] = async (path) => {
    const known = lasts.get(path);
    return known && isFresh(known.at, now()) ? known.file : read(path);
  };
  return { read, last, wrote: keep };
}
