import { generateKeyPair } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A key pair as an App has it: PKCS#1 and SPKI, both PEM. */
export interface ReadyKey {
  readonly pem: string;
  readonly publicKey: string;
}

export interface KeyPool {
  /** RSA 2048, for Apps of the embedded forge. */
  readonly ofForges: readonly ReadyKey[];
  /** RSA 2048, for tests that need a key of their own. No forge hands one of them out. */
  readonly ofTests: readonly ReadyKey[];
  /** One of RSA 4096, whose making takes seconds. */
  readonly large: ReadyKey;
}

// Never committed: made once on each machine that runs tests, and good for nothing but them.
const file = fileURLToPath(new URL("../../.cache/test-keys.json", import.meta.url));

/** The global set-up of vitest: makes the pool where there is none. */
export default async function makeKeyPool(): Promise<void> {
  if (findPool()) return;
  // The thread pool makes them side by side.
  const [large, ofForges, ofTests] = await Promise.all([
    makeKey(4096),
    Promise.all(Array.from({ length: 40 }, () => makeKey(2048))),
    Promise.all(Array.from({ length: 8 }, () => makeKey(2048))),
  ]);
  const pool: KeyPool = { ofForges, ofTests, large };
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(pool), { mode: 0o600 });
  renameSync(temporary, file);
}

export function readPool(): KeyPool {
  const pool = findPool();
  if (!pool) throw new Error(`Found no ${file}: vitest makes it before it runs a test.`);
  return pool;
}

function findPool(): KeyPool | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as KeyPool;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function makeKey(modulusLength: number): Promise<ReadyKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return { publicKey, pem: privateKey };
}
