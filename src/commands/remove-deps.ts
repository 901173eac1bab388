import type { RemoveDeps } from "../../flows/remove/remove-deps.ts";
import { restoreFrom } from "../prompts/restore-from.ts";
import { listActiveRuns, cancelRuns, waitForRuns } from "../plane/exposed/active-runs.ts";
import { forgetOnMachine } from "../plane/remove/forget-machine.ts";
import { findSeenApps, findTraces, seenEnvironmentsStep } from "../plane/remove/journal-traces.ts";
import { listMachineFiles } from "../plane/remove/machine.ts";
import { inspectApp } from "../plane/remove/read-apps.ts";
import { readPlaneInventory } from "../plane/remove/read-inventory.ts";
import type { Inventory } from "../plane/remove/inventory.ts";
import {
  removeEnvironment,
  removeFile,
  removeRecords,
  stopWork,
} from "../plane/remove/remove-part.ts";
import { requireSeen } from "../plane/repository/unseen-repository.ts";
import { openKeychain } from "../credentials/keychain/keychain.ts";
import type { Keychain } from "../credentials/keychain/keychain.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { readLogin } from "../forge/resources/users.ts";
import { openFlowSteps } from "./flow-journal.ts";

interface Given {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  /** The journal of the removal. Other local files are in the same directory. */
  readonly journalFile: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Reads the inventory on the forge and on this machine. */
export async function readInventory(given: Given): Promise<Inventory> {
  const { connection, repository, journalFile, env } = given;
  const location = { profile: connection.profile, repository };
  const setUp = await openFlowSteps(env, { ...location, flow: "setup" });
  const earlier = await openFlowSteps(env, { ...location, flow: "remove" });
  const { apps, held } = findTraces(restoreFrom(setUp), location);
  const traces = [...apps, ...findSeenApps(restoreFrom(earlier), location)];
  const environments = restoreFrom(earlier)(seenEnvironmentsStep(location)) ?? [];
  const machine = { files: listMachineFiles(journalFile), held };
  const client = await connection.client();
  return readPlaneInventory({ client, repository, traces, environments, machine });
}

export function wireRemoval({
  keychain = openKeychain(),
  openLink,
  ...given
}: Given & Pick<RemoveDeps, "openLink"> & { readonly keychain?: Keychain }): RemoveDeps {
  const { connection, repository, journalFile } = given;
  const { profile } = connection;
  const location = async () => ({ client: await connection.client(), repository });
  const now = () => new Date();
  return {
    profile,
    repository,
    openLink,
    now,
    pause,
    operator: async () => readLogin(await connection.client()),
    readInventory: () => readInventory(given),
    requireSeen: () => requireSeen(given),
    inspectApp: async (app) => inspectApp(await connection.client(), repository, app),
    stopWork: async (work) => stopWork(await location(), work),
    endRuns: async ({ signal, report }) => {
      const there = await location();
      await cancelRuns(there, await listActiveRuns(there));
      return waitForRuns({ ...there, now, pause, signal, report, isOver: () => false });
    },
    removeRecords: async (records) => removeRecords(await location(), records),
    removeEnvironment: async (name) => removeEnvironment(await location(), name),
    removeFile: async (file) => removeFile(await location(), file),
    forgetMachine: (machine) => forgetOnMachine({ keychain, journalFile }, machine),
  };
}
