import { waitForInstallation } from "../../../flows/setup/wait-for-installation.ts";
import type { InstallSubject } from "../../../flows/setup/wait-for-installation.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import type { InstallationProof, SeenInstallation } from "../../../src/plane/setup/installation.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type {
  Installation,
  InstallationRequest,
} from "../../../src/forge/resources/installations.ts";
import { someInstallation } from "../../forge/resources/some-installation.ts";
import { createVirtualClock } from "../shared/virtual-clock.ts";
import { readyAt, watchScreen } from "./one-screen.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const repository = requireRepositoryName("acme/control", "--repo");
export const exact = someInstallation;
export const installation = { installationId: exact.id, updatedAt: exact.updatedAt };
export const proof = { ...installation, provedAt: "2026-01-01T12:00:00.000Z" };
/** The planned installation of the read App on the control repository and one target. */
export const onTwo = {
  role: "read",
  account: "acme",
  repositories: [repository.full, "acme/web"],
  ceiling: readAppCeiling,
} as const;
export type RenderOptions = readonly Installation[] | Error;

/** Starts a wait at a forge that gives these responses, one per check; the last one repeats. */
export function begin(
  checks: readonly [RenderOptions, ...RenderOptions[]],
  {
    as = "the App",
    before,
    requests = [],
    app404,
    isFirst,
    covers = [repository.full],
    ...more
  }: {
    as?: "the App" | "the owner";
    /** Proof of the App's installation on the control repository. */
    before?: InstallationProof;
    /** Whether more repositories are requested right after this wait. */
    isFirst?: boolean;
    /** Full names of the covered repositories, for every reading. */
    covers?: readonly string[];
    /** Requests that wait for an owner's approval. */
    requests?: readonly InstallationRequest[];
    /** Error of a request with the App's key, such as 404. */
    app404?: Error;
  } & Partial<InstallSubject> = {},
) {
  const clock = createVirtualClock();
  const screen = watchScreen();
  const order: string[] = [];
  let count = 0;
  const read = () => {
    order.push("look");
    const answer = checks[Math.min(count, checks.length - 1)] ?? [];
    count += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([...answer]);
  };
  const client = {
    app: () => (app404 ? Promise.reject(app404) : Promise.resolve({})),
    installations: read,
    installationRequests: () => Promise.resolve(requests),
    repositoriesOf: () => {
      order.push("token");
      return Promise.resolve(covers.map((fullName) => ({ id: 1005, fullName })));
    },
  } as unknown as AppClient;
  const deps = {
    ...clock,
    profile: resolveHost("forge.example"),
    repository,
    repositoryIds: (names: readonly string[]) => Promise.resolve(names.map(() => 1006)),
    listInstallations: read,
    openLink: () => {
      order.push("open");
      return Promise.resolve(true);
    },
  };
  const wanted = { ...onTwo, repositories: [repository.full] };
  const app = { clientId: "Iv1.a", slug: "reader" };
  const context: Pick<FlowContext, "ask" | "restore"> = {
    ...screen.context,
    restore: (key) => before && key.read(key.write?.(before as never) ?? before),
  };
  const ready = readyAt("acme");
  const subject = {
    role: "read",
    ready,
    ceiling: wanted.ceiling,
    app,
    isNew: false,
    wanted,
  } as const;
  const seen: { proof?: SeenInstallation | "pending"; error?: unknown } = {};
  void waitForInstallation(context, deps, {
    ...subject,
    ...more,
    ...(as === "the App" && { client }),
    ...(isFirst && { isFirst }),
  }).then(
    (found) => (seen.proof = found),
    (error: unknown) => (seen.error = error),
  );
  return { clock, seen, order, ...screen };
}
