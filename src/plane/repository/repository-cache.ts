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

/** Files of the control repository, as one run of a command reads and writes them. */
export interface ControlFiles {
  /** As it is now. What a fresh look has told is taken once: whoever asks again is told anew. */
  readonly read: (path: string, signal?: AbortSignal) => Promise<RepositoryFile | undefined>;
  /** As it was read or written last, just before. */
  readonly last: (path: string) => Promise<RepositoryFile | undefined>;
  readonly wrote: (path: string, file: RepositoryFile) => void;
}

/**
 * What one run of a command has read of a control repository, so that nothing is read twice: what asks for things as
 * they are now reads them `anew`, what only judges takes the `last` reading, as long as it is fresh. Whoever changes
 * something forgets it here.
 */
export interface ControlMemory {
  /** One query for what is needed first; undefined where the forge does not answer it. */
  readonly look: (wish: SnapshotRequest) => Promise<RepositorySnapshot | undefined>;
  /** What the look has told; undefined where there was none. */
  readonly seen: () => Promise<RepositorySnapshot | undefined>;
  /** The same, as long as it counts as how things are now: somebody may have changed them while a person sat there. */
  readonly fresh: () => Promise<RepositorySnapshot | undefined>;
  readonly files: ControlFiles;
  readonly variables: LastReading<ReadonlyMap<string, string>>;
  /** With when each was stored last. */
  readonly secrets: LastReading<ReadonlyMap<string, string>>;
  /** Of the owner; undefined where the login may not list them. */
  readonly installations: LastReading<readonly Installation[] | undefined>;
  readonly billing: LastReading<BillingAnswer | undefined>;
  /** Whether a fresh look has told of an environment that it is not there. */
  readonly lacksEnvironment: (name: string) => Promise<boolean>;
  /** One of them is made: what was told of them is no longer so. */
  readonly forgetEnvironments: () => void;
}

/** Remembers nothing yet. */
export function createControlMemory(
  client: () => Promise<ForgeClient>,
  repository: RepositoryName,
  now = () => new Date(),
): ControlMemory {
  let looking: Promise<RepositorySnapshot | undefined> | undefined;
  let lookedAt = new Date(0);
  let areEnvironmentsKnown = true;
  const seen = async () => looking;
  const fresh = async () => (isFresh(lookedAt, now()) ? looking : undefined);
  const { owner } = repository;
  return {
    look: (wish) => {
      lookedAt = now();
      looking = client().then((speaks) => inspectRepository(speaks, repository, wish));
      return looking;
    },
    seen,
    fresh,
    files: cacheFiles({ client, repository, fresh, now }),
    variables: keepLast(async () => listVariables(await client(), repository), now),
    secrets: keepLast(async () => listSecrets(await client(), { repository }), now),
    installations: keepLast(async () => listInstallations(await client(), owner), now),
    billing: keepLast(async () => findBilling(await client(), owner), now),
    lacksEnvironment: async (name) => {
      const told = (await fresh())?.environments;
      return areEnvironmentsKnown && told?.has(name.toLowerCase()) === false;
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
    const told = lasts.has(path) ? undefined : (await fresh())?.files;
    const file = told?.has(path)
      ? told.get(path)
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
