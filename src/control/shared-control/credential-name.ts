/** Words that name a credential wherever they stand. */
const always =
  /^(secrets?|passwords?|passwd|passphrase|credentials?|pat|pem|bearer|jwt|authorization)$/;
/** A key is a credential only as one of these. */
const keyKinds = /^(private|api|access|ssh|app|signing|deploy|secret|auth)$/;
/** Tokens that are counted are a model's. */
const counted =
  /^(max|min|limit|budget|count|number|per|total|input|output|prompt|context|cost|usage)$/;

/** Whether a name says that a value is a credential: `target_token`, `privateKey`; not `max_tokens`, `cache_key`. */
export function namesCredential(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const isCounted = words.some((word) => counted.test(word));
  return words.some((word, index) => {
    if (always.test(word)) return true;
    if (/^tokens?$/.test(word)) return !isCounted;
    return /^keys?$/.test(word) && keyKinds.test(words[index - 1] ?? "");
  });
}
