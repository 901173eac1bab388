/** Words that indicate a credential, at any position in a name. */
const always =
  /^(.*secrets?|.*passwords?|passwd|passphrase|passcode|pwd|credentials?|creds?|pat|pem|bearer|jwt|authorization|oauth|cookies?|kubeconfigs?)$/;
/** Words before "key" that indicate a credential. */
const keyKinds = /^(private|priv|api|access|ssh|app|signing|deploy|secret|auth)$/;
const completeKey = /^(private|priv|api|access|ssh|signing|deploy|secret|auth)keys?$/;
/**
 * Words next to "token" that indicate a number of model tokens: `max_tokens`, `input_tokens`. The
 * singular `token` is a number only if one of these words follows it.
 */
const counted =
  /^(max|min|limit|budget|count|number|per|total|input|output|prompt|context|cost|usage)$/;
const counts = /^(limit|budget|count|cost|usage)$/;

/**
 * Returns whether a name indicates a credential: `target_token`, `privateKey`; not `max_tokens`,
 * `cache_key`.
 */
export function namesCredential(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/\d+$/, ""))
    .filter((word) => word !== "");
  return words.some((word, index) => {
    const pair = `${words[index - 1] ?? ""} ${word}`;
    if (/^(?:auth headers?|connection strings?|kube configs?)$/.test(pair)) return true;
    if (always.test(word) || completeKey.test(word)) return true;
    // `auth_mode` names a method, not a credential.
    if (word === "auth") return index === words.length - 1;
    if (word.endsWith("tokens")) return !words.some((each) => counted.test(each));
    if (word.endsWith("token")) return !isCount(words, index);
    return /^keys?$/.test(word) && keyKinds.test(words[index - 1] ?? "");
  });
}

function isCount(words: readonly string[], index: number): boolean {
  const [before = "", after = ""] = [words[index - 1], words[index + 1]];
  return counts.test(after) || /^(max|min|total)$/.test(before);
}
