import { generateKeyPair } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A key pair in the formats of an App: PKCS#1 and SPKI, both PEM. */
export interface ReadyKey {
  readonly pem: string;
  readonly publicKey: string;
}

export interface KeyPool {
  /** Keys of RSA 2048 for Apps of the embedded forge. */
  readonly ofForges: readonly ReadyKey[];
  /** Keys of RSA 2048 for tests that need their own. No forge issues one of them. */
  readonly ofTests: readonly ReadyKey[];
  /** A key of RSA 4096, which takes seconds to generate. */
  readonly large: ReadyKey;
}

// Never committed: generated once on each machine that runs tests, and used only by them.
const file = fileURLToPath(new URL("../../.cache/test-keys.json", import.meta.url));

/** Generates the pool if it does not exist. Vitest runs it as global set-up. */
export default async function makeKeyPool(): Promise<void> {
  if (findPool()) return;
  // The thread pool generates them in parallel.
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
