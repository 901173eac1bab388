import { createAppClient } from "../credentials/apps/app-client.ts";
import type { AppClient } from "../credentials/apps/app-client.ts";
import { readPrivateKey } from "../credentials/apps/private-key.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../forge/forge-errors.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { Installation } from "../forge/resources/installations.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { Minting, MintWish } from "./admit-deps.ts";

/** Mints a token of the installation on the control repository, with exactly the permissions that are wished for. */
export async function mintToken(
  { pair, permissions, profile, repository }: Omit<MintWish, "signal" | "counting">,
  fetch: typeof globalThis.fetch,
): Promise<Minting> {
  const app = `the ${pair.role} App`;
  const reading = readPrivateKey(pair.key);
  if (!reading.ok) return { kind: "refused", because: `the key of ${app} cannot be read.` };
  const client = createAppClient({
    profile,
    fetch,
    clientId: pair.clientId,
    key: reading.key,
  });
  try {
    const installation = await findInstallation(client, repository);
    if (typeof installation === "string") {
      return { kind: "refused", because: `${app} ${installation}.` };
    }
    const token = await client.mintToken(installation, permissions);
    // Best effort: a token that is not ended here ends by itself within the hour.
    return { kind: "minted", token, end: () => client.revokeToken(token).catch(() => undefined) };
  } catch (error) {
    return explainFailure(error, app);
  }
}

async function findInstallation(
  client: Pick<AppClient, "installationOn">,
  repository: RepositoryName,
): Promise<Installation | string> {
  const installation = await client.installationOn(repository);
  if (!installation) return "is not installed on the control repository";
  return installation.isSuspended ? "is suspended" : installation;
}

/** The forge's own words may hold anything; a summary shows none of them. */
function explainFailure(error: unknown, app: string): Minting {
  if (error instanceof RateLimited) {
    const { resetsAt } = error;
    const reset = resetsAt && Math.ceil(resetsAt.getTime() / 1000);
    return { kind: "used-up", reset };
  }
  if (error instanceof RefusedByForge) {
    return { kind: "refused", because: `the forge refuses ${app} (${error.status}).` };
  }
  if (error instanceof InvalidInput) {
    return { kind: "refused", because: `the key of ${app} cannot sign.` };
  }
  if (error instanceof ForgeUnreachable) {
    return { kind: "unreadable", because: `the forge did not answer ${app}.` };
  }
  throw error;
}
