/**
 * Returns whether a text can be a token. A token contains only the characters of a bearer token
 * (RFC 6750, section 2.1), so it cannot contain a line break or a logging command.
 */
export function isBearer(text: string): boolean {
  return /^[A-Za-z0-9._~+/-]{20,4096}={0,2}$/.test(text);
}

/**
 * Returns whether a variable is unset. Azure Pipelines leaves the macro of an unset variable in
 * place.
 */
export function isUnset(text: string): boolean {
  return /^\s*(\$\([^()]*\)\s*)?$/.test(text);
}
