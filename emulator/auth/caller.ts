import type { Account, App, Installation, Token } from "../state/world.ts";

/** The identity behind a request. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "app"; readonly app: App }
  | {
      readonly kind: "installation";
      readonly token: Token;
      readonly installation: Installation;
      readonly app: App;
    }
  | { readonly kind: "workflow"; readonly token: Token }
  | { readonly kind: "user"; readonly user: Account; readonly token: Token }
  | { readonly kind: "fine-grained"; readonly user: Account; readonly token: Token };

/** Returns the caller's name for request logs. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case "anonymous":
      return "anonymous";
    case "app":
      return `app:${caller.app.slug}`;
    case "installation":
      return `installation:${caller.installation.id}`;
    case "workflow":
      return `workflow:${caller.token.name}`;
    case "user":
    case "fine-grained":
      return `${caller.kind}:${caller.user.login}`;
  }
}

/** Returns the owner of the request budget. All tokens of a user share one budget. */
export function budgetOwner(caller: Caller): string {
  return caller.kind === "fine-grained" ? `user:${caller.user.login}` : callerName(caller);
}

/** Returns GitHub's message for a caller without access. */
export function notAccessible(caller: Caller): string {
  return caller.kind === "fine-grained"
    ? "Resource not accessible by personal access token"
    : "Resource not accessible by integration";
}
