import type { UrlRule } from "./rule.ts";

/** Origin of a credential. The command never receives the credential itself. */
export type CredentialSource =
  | {
      readonly kind: "app";
      readonly role: "read" | "write";
      /** Host of the forge, such as `github.com`, with its port if it is not 443. */
      readonly host: string;
      /** Repositories that a token covers, such as `acme/web`; all of the same owner. */
      readonly repositories: readonly string[];
      /** Undefined for everything that the App can read. */
      readonly permissions?: Readonly<Record<string, "read" | "write">>;
    }
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "pat" };

/** An entry of `credentials` in a rules file. It does not allow a request; it only adds a header. */
export interface WrittenCredential extends UrlRule {
  readonly source: CredentialSource;
  /** Name of the header; undefined for `Authorization`. */
  readonly header?: string;
}

export type AppSource = Extract<CredentialSource, { kind: "app" }>;

/** Returns the variable of gatehouse's own environment that contains a credential. */
export function variableOf(source: Exclude<CredentialSource, AppSource>): string {
  return source.kind === "env" ? source.name : "CP_FORGE_TOKEN";
}

/** Returns text that is equal for sources with the same credential. */
export function keyOfSource(source: CredentialSource): string {
  if (source.kind === "pat") return "pat";
  if (source.kind === "env") return `env ${source.name}`;
  const { role, host, repositories, permissions = {} } = source;
  const names = repositories.map((name) => name.toLowerCase()).toSorted();
  const levels = Object.entries(permissions).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  return JSON.stringify([role, host, names, levels]);
}

/** Returns a description for messages, such as `the read App (acme/web)`. */
export function describeSource(source: CredentialSource): string {
  if (source.kind === "pat") return "the personal access token";
  if (source.kind === "env") return `the variable ${source.name}`;
  return `the ${source.role} App (${source.repositories.join(", ")})`;
}
