/** Whether a text can be a token: what a bearer may be made of (RFC 6750, section 2.1), so neither a line break nor a command. */
export function isBearer(text: string): boolean {
  return /^[A-Za-z0-9._~+/-]{20,4096}={0,2}$/.test(text);
}

/** Whether a variable was not there: the service leaves its name where its value would be. */
export function isUnset(text: string): boolean {
  return /^\s*(\$\([^()]*\)\s*)?$/.test(text);
}
