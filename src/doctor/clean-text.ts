import { redact } from "../shared/redact.ts";

/** User data that a report must not contain. */
export interface Person {
  readonly home: string;
  readonly user: string;
}

/**
 * Removes credentials, the path of the home directory, and user names (including those in paths),
 * so that the text is safe to publish.
 */
export function cleanText(text: string, { home, user }: Person): string {
  const ofHome = new RegExp(String.raw`${escape(home)}(?![\w.-])`, "g");
  const homeless = home === "" || home === "/" ? text : text.replaceAll(ofHome, "~");
  // A name of one or two letters would match too much text, and `root` does not identify anyone.
  const nameless =
    user.length < 3 || user === "root"
      ? homeless
      : homeless.replaceAll(
          new RegExp(String.raw`(?<![\w-])${escape(user)}(?![\w-])`, "g"),
          "USER",
        );
  return redact(withoutLogins(withoutOwners(nameless)));
}

/**
 * Removes user names from paths below /home and /Users. These paths can belong to other users, for
 * example with sudo or a custom home directory.
 */
function withoutOwners(text: string): string {
  return text.replaceAll(/(\/(?:home|[Uu]sers)\/)[^\s/:;,"')]+/g, "$1…");
}

/** Removes credentials from URLs such as `http://name:password@proxy.example`. */
function withoutLogins(text: string): string {
  return text.replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@]*@/gi, "$1");
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
