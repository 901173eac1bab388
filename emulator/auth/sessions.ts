import { randomBytes } from "node:crypto";
import type { Secret } from "../../src/shared/secret.ts";
import { isSignInCode } from "./operator-key.ts";

/** A browser that has proved to be the operator's. */
export interface Session {
  readonly cookie: string;
  /** Whom it looks at pages as; the first person unless told. */
  login: string | undefined;
  /** Of the pages that it was shown, oldest first: a form is taken with one of them, once. */
  readonly formTokens: Set<string>;
}

/** Sessions live in memory: a forge that starts again knows no browser. */
export interface Sessions {
  /** A session for a code that nobody has used before. */
  open(code: string): Session | undefined;
  find(cookies: string | undefined): Session | undefined;
}

const mostFormTokens = 200;

/** @param port browsers keep cookies by host, whatever the port: two forges must not share a name */
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

/** Uses a token up; false when it never was, or was used before. */
export function consumeFormToken({ formTokens }: Session, token: string | null): boolean {
  return token !== null && formTokens.delete(token);
}
