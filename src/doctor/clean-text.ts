import { redact } from "../shared/redact.ts";

/** What a report must not tell, and what stands in its place. */
export interface Person {
  readonly home: string;
  readonly user: string;
}

/** A text that can be shown to anybody: without credentials, the home folder, and the names of who is here and of whose folders. */
export function cleanText(text: string, { home, user }: Person): string {
  const ofHome = new RegExp(String.raw`${escape(home)}(?![\w.-])`, "g");
  const homeless = home === "" || home === "/" ? text : text.replaceAll(ofHome, "~");
  // A name of one or two letters would be found in every word, and root is everybody's.
  const nameless =
    user.length < 3 || user === "root"
      ? homeless
      : homeless.replaceAll(
          new RegExp(String.raw`(?<![\w-])${escape(user)}(?![\w-])`, "g"),
          "USER",
        );
  return redact(withoutLogins(withoutOwners(nameless)));
}

/** Behind sudo, and where folders lie elsewhere, a path tells a name that is not that of who runs this. */
function withoutOwners(text: string): string {
  return text.replaceAll(/(\/(?:home|[Uu]sers)\/)[^\s/:;,"')]+/g, "$1…");
}

/** An address may carry a login: `http://name:password@proxy.example`. */
function withoutLogins(text: string): string {
  return text.replaceAll(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@]*@/gi, "$1");
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
