/**
 * Returns whether a text can be a token. It can contain only the characters of a bearer token (RFC
 * 6750, section 2.1), so neither a line break nor a logging command.
 */
export function isBearer(text: string): boolean {
  return /^[A-Za-z0-9._~+/-]{20,4096}={0,2}$/.test(text);
}

/**
 * Returns whether a variable was not set. In that case Azure Pipelines leaves its macro in place.
 */
export function isUnset(text: string): boolean {
  return /^\s*(\$\([^()]*\)\s*)?$/.test(text);
}
