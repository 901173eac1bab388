import type { Emulator } from "../../emulator/emulator.ts";
import {
  createRobot as createStranger,
  type Robot,
  type RobotOptions,
} from "../../emulator/robot.ts";

export type { Robot };

/** The forges of this process at which a test's robot and requests are signed in. */
const forges = new Map<string, Emulator>();

/** Lets the robots of tests sign in at this forge. */
export function signInAt<E extends Emulator>(emulator: E): E {
  forges.set(emulator.origin, emulator);
  const close = async () => {
    // Another server may reuse its port.
    forges.delete(emulator.origin);
    await emulator.close();
  };
  return { ...emulator, close };
}

/** Creates an operator without a screen, who gets the links that the terminal would show. */
export function createRobot(options: RobotOptions = {}): Robot {
  return createStranger({ signIn, ...options });
}

function signIn(link: string): string {
  const forge = forges.get(new URL(link).origin);
  return forge && !new URL(link).searchParams.has("sign_in") ? forge.signIn(link) : link;
}

/**
 * Opens a page, or submits one of its forms as its buttons do, with a token from a page that the
 * forge has just rendered.
 */
export function createPages(emulator: Pick<Emulator, "origin" | "signIn">) {
  let cookie: string | undefined;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, emulator.origin), {
      ...init,
      redirect: "manual",
      headers: { ...(cookie !== undefined && { cookie }) },
    });
  const enter = async () => {
    if (cookie !== undefined) return;
    const link = emulator.signIn(`${emulator.origin}/login`);
    const entered = await ask(link);
    cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  /** A user other than the first one is signed in for one page only. */
  const leave = (path: string, answer: Response) => {
    if (path.includes("as=")) cookie = undefined;
    return answer;
  };
  return {
    async open(path: string): Promise<Response> {
      await enter();
      const answer = await ask(path);
      return leave(path, answer);
    },
    async send(path: string, form: Record<string, string> | [string, string][]): Promise<Response> {
      await enter();
      const page = await (await ask("/login")).text();
      const body = new URLSearchParams(form);
      body.set("form_token", /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "");
      return leave(path, await ask(path, { method: "POST", body }));
    },
  };
}
