import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import { exitCode, UserError } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import type { User } from "../../shared/invoking-user.ts";
import { makeStampedFolder } from "../../shared/stamped-folder.ts";
import { startGuardian, type Guardian } from "./guardian.ts";
import { markProcess } from "./process-mark.ts";
import type { Session } from "./session.ts";
import { makeFolder } from "../../shared/make-folder.ts";

/** Prefix of all session directories, followed by a timestamp. */
export const sessionKind = "gatehouse";

/** Directory that contains all session directories, as the specification requires. */
export const sessionParent = "/tmp";

/**
 * A session's files on disk. They are not visible in the container, and are deleted with the
 * session.
 */
export interface SessionFolder {
  readonly id: string;
  readonly path: string;
  /** Path reserved for a link to the session CA's key. */
  readonly keyPath: string;
  /**
   * Writes a file that is mounted at a different path in the container. The name can include
   * directories.
   * @returns path of the file
   */
  keepFile(name: string, content: string | Buffer): string;
  /** Writes the CA's certificate, so that users can inspect it. */
  keepCertificate(pem: string): void;
  /** Publishes the session's description atomically. */
  record(session: Omit<Session, "id" | "process" | "startedAt">): void;
  /** Starts a guardian that deletes the directory if this process exits without calling `end`. */
  guard(): void;
  /** Deletes the directory. */
  end(): void;
}

/** Thrown if the session's directory cannot be created or written. */
class UnusableSessionParent extends UserError {
  readonly exitCode = exitCode.firewallFailed;

  constructor(parent: string, reason: string, { cause, text }: { cause: unknown; text: string }) {
    const where = `gatehouse keeps each session's directory in ${parent}, even if TMPDIR is set`;
    super(
      `Could not write the session's directory in ${parent}: ${reason}.`,
      [{ text }, { text: where }],
      { cause },
    );
  }
}

interface Options {
  /** Owner of the directory: the user who called sudo. */
  readonly owner?: User | undefined;
  readonly parent?: string;
}

/**
 * Creates the session directory `/tmp/gatehouse-<timestamp>-<id>` with mode 0700.
 * @throws UnusableSessionParent, also from the functions that write files
 */
export function makeSessionFolder(
  now: Date,
  { owner, parent = sessionParent }: Options = {},
): SessionFolder {
  const asOwner = <T>(act: () => T): T => {
    try {
      return asUser(owner, act);
    } catch (cause) {
      const refusal = explainRefusal(cause);
      if (!refusal) throw cause;
      throw new UnusableSessionParent(parent, refusal.reason, { cause, text: refusal.text });
    }
  };
  const { id, path } = asOwner(() => makeStampedFolder(sessionKind, now, { parent, owner }));
  let guardian: Guardian | undefined;
  const ssl = join(path, "ssl");
  const whose = { id, startedAt: now.toISOString(), process: markProcess() };
  const write = (name: string, text: string) =>
    asOwner(() => {
      const draft = join(path, `${name}.new`);
      writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
      renameSync(draft, join(path, name));
    });
  try {
    asOwner(() => mkdirSync(ssl, { mode: 0o700 }));
    write("session.json", JSON.stringify(whose));
  } catch (error) {
    asUser(owner, () => rmSync(path, { recursive: true, force: true }));
    throw error;
  }
  return {
    id,
    path,
    keyPath: join(ssl, "ca-key.pem"),
    keepFile: (name, content) =>
      asOwner(() => {
        const file = join(path, name);
        makeFolder(dirname(file), 0o755);
        writeFileSync(file, content, { mode: 0o644, flag: "wx" });
        return file;
      }),
    keepCertificate: (pem) => write(join("ssl", "ca-cert.pem"), pem),
    record: (session) =>
      write("session.json", `${JSON.stringify({ ...whose, ...session }, null, 2)}\n`),
    guard: () => {
      guardian ??= startGuardian(path, owner);
    },
    end: () => {
      try {
        asUser(owner, () => rmSync(path, { recursive: true, force: true }));
        guardian?.dismiss();
      } catch {
        // Best effort: the guardian and the next run also try to delete the directory.
      }
    },
  };
}
