import type { AppRole } from "./apps/app-role.ts";

/** Names of an App's two records: a repository variable and a repository secret. */
export interface AppRecord {
  readonly variable: string;
  readonly secret: string;
}

/** @see spec/credentials.md, "Credential records" */
export const appRecords: Readonly<Record<AppRole, AppRecord>> = {
  read: { variable: "CP_FORGE_READ_APP_ID", secret: "CP_FORGE_READ_APP_PRIVATE_KEY" },
  write: { variable: "CP_FORGE_WRITE_APP_ID", secret: "CP_FORGE_WRITE_APP_PRIVATE_KEY" },
};

/** Names of the environment variables that contain a token minted by an earlier step. */
export const appTokens = {
  read: "CP_FORGE_READ_APP_TOKEN",
  write: "CP_FORGE_WRITE_APP_TOKEN",
} as const satisfies Readonly<Record<AppRole, string>>;

/**
 * The secret that stores the fine-grained PAT. It belongs to the protected environment, never to
 * the repository.
 */
export const patSecret = "CP_FORGE_TOKEN";

/** Default name of the protected environment. */
export const usualEnvironment = "control-plane";

/** Name of the repository variable that stores the advisory gate record. */
export const gateVariable = "CP_FORGE_API_GATE";
