import { randomBytes } from "node:crypto";
import type { Secret } from "../../src/shared/secret.ts";
import { isSignInCode } from "./operator-key.ts";

/** A browser session. The browser has proved that it belongs to the operator. */
export interface Session {
  readonly cookie: string;
  /** Account that views the pages; undefined to use the first user in the state. */
  login: string | undefined;
  /**
   * Form tokens of the pages that were sent to the browser, oldest first. Each token allows one
   * form submission.
   */
  readonly formTokens: Set<string>;
}

/** Sessions exist in memory only, so a restart signs out all browsers. */
export interface Sessions {
  /**
   * Opens a session for a valid code. Returns undefined if the code is invalid or was used before.
   */
  open(code: string): Session | undefined;
  find(cookies: string | undefined): Session | undefined;
}

const mostFormTokens = 200;

/**
 * @param port part of the cookie name: browsers share cookies between all ports of a host, so two
 *   forges need different names
 */
export function createSessions(key: Secret, port: string): Sessions {
  const name = `forge_session_${port}`;
  const used = new Set<string>();
  const sessions = new Map<string, Session>();
  return {
    open(code) {
      if (used.has(code) || !isSignInCode(key, code, port)) return undefined;
      used.add(code);
      const id = randomBytes(32).toString("base64url");
      const cookie = `${name}=${id}; Path=/; HttpOnly; SameSite=Lax`;
      const session: Session = { cookie, login: undefined, formTokens: new Set() };
      sessions.set(id, session);
      return session;
    },
    find(cookies = "") {
      const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
      const ids = pairs.flatMap(([each, id = ""]) => (each === name ? [id] : []));
      return ids.map((id) => sessions.get(id)).find((session) => session !== undefined);
    },
  };
}

export function makeFormToken({ formTokens }: Session): string {
  const token = randomBytes(18).toString("base64url");
  formTokens.add(token);
  const [oldest] = formTokens;
  if (formTokens.size > mostFormTokens && oldest !== undefined) formTokens.delete(oldest);
  return token;
}

/** Consumes a form token. Returns false if it does not exist or was used before. */
export function consumeFormToken({ formTokens }: Session, token: string | null): boolean {
  return token !== null && formTokens.delete(token);
}
