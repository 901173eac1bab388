import { ourEnvironment } from "../shared/child-environment.ts";
import { isUnknown } from "../plane/remove/inventory.ts";
import { requireSeen } from "../plane/repository/unseen-repository.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { connect } from "./connect.ts";
import { printInventory } from "./outcomes/print-removal.ts";
import { readInventory } from "./remove-deps.ts";
import { journalPath } from "./journal-path.ts";

interface ListOptions {
  readonly repository: RepositoryName;
  readonly host: string;
  readonly brand?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Runs `gatehouse remove --dry-run`: lists the items that exist and the items that a removal would
 * keep.
 */
export async function listInventory({ repository, host, brand, json }: ListOptions): Promise<void> {
  const env = ourEnvironment();
  const connection = await connect({ host, brand, env });
  try {
    const { profile } = connection;
    const journalFile = journalPath(env, { profile, repository, flow: "remove" });
    const inventory = await readInventory({ connection, repository, journalFile, env });
    // If parts are unknown, the account may not be able to see the repository.
    if (isUnknown(inventory)) await requireSeen({ connection, repository });
    printInventory(inventory, { profile, repository, json: json === true });
  } finally {
    await connection.close();
  }
}
