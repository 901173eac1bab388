import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import type { User } from "../../shared/invoking-user.ts";
import { makeStampedFolder } from "../../shared/stamped-folder.ts";
import { startGuardian, type Guardian } from "./guardian.ts";
import { markProcess } from "./process-mark.ts";
import type { Session } from "./session.ts";
import { makeFolder } from "../../shared/make-folder.ts";

/** What all session folders are called before their time. */
export const sessionKind = "gatehouse";

/** Where they are; the specification names it. */
export const sessionParent = "/tmp";

/** What a session has on disk. Nothing of it is seen inside, and all of it goes with the session. */
export interface SessionFolder {
  readonly id: string;
  readonly path: string;
  readonly certificatePath: string;
  /** Free: a link is put there. */
  readonly keyPath: string;
  /** Puts a file there that the command reads by another path; its name may have folders. @returns its path */
  keepFile(name: string, content: string | Buffer): string;
  /** Keeps the CA's certificate for whoever looks. */
  keepCertificate(pem: string): void;
  /** Tells what runs, seen whole or not at all. */
  tell(session: Omit<Session, "id" | "process" | "startedAt">): void;
  /** From now on the folder goes by itself where this process ends without `end`. */
  guard(): void;
  /** Removes the folder. */
  end(): void;
}

interface Options {
  /** Whose it is: the person behind sudo. */
  readonly owner?: User | undefined;
  readonly parent?: string;
}

/**
 * Makes the folder of a session: `/tmp/gatehouse-<when>-<id>`, 0700.
 * @throws what the file system says
 */
export function makeSessionFolder(
  now: Date,
  { owner, parent = sessionParent }: Options = {},
): SessionFolder {
  const { id, path } = makeStampedFolder(sessionKind, now, { parent, owner });
  let guardian: Guardian | undefined;
  const ssl = join(path, "ssl");
  const certificatePath = join(ssl, "ca-cert.pem");
  const whose = { id, startedAt: now.toISOString(), process: markProcess() };
  const write = (name: string, text: string) =>
    asUser(owner, () => {
      const draft = join(path, `${name}.new`);
      writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
      renameSync(draft, join(path, name));
    });
  asUser(owner, () => mkdirSync(ssl, { mode: 0o700 }));
  write("session.json", JSON.stringify(whose));
  return {
    id,
    path,
    certificatePath,
    keyPath: join(ssl, "ca-key.pem"),
    keepFile: (name, content) =>
      asUser(owner, () => {
        const file = join(path, name);
        makeFolder(dirname(file), 0o755);
        writeFileSync(file, content, { mode: 0o644, flag: "wx" });
        return file;
      }),
    keepCertificate: (pem) => write(join("ssl", "ca-cert.pem"), pem),
    tell: (session) =>
      write("session.json", `${JSON.stringify({ ...whose, ...session }, null, 2)}\n`),
    guard: () => {
      guardian ??= startGuardian(path, owner);
    },
    end: () => {
      try {
        asUser(owner, () => rmSync(path, { recursive: true, force: true }));
        guardian?.dismiss();
      } catch {
        // Best effort: the guardian tries again when this process is gone, and the next start after it.
      }
    },
  };
}
