const longestLogin = 39;

/**
 * Returns the reason why an account name violates GitHub's rules; undefined if the name is valid.
 */
export function checkLogin(text: string): string | undefined {
  const login = text.trim();
  if (login.length > longestLogin)
    return `An account name can have at most ${longestLogin} characters.`;
  // Names of enterprise-managed accounts end with `_` and the enterprise's short name.
  return /^[a-z\d]+(?:[-_][a-z\d]+)*$/i.test(login)
    ? undefined
    : "An account name consists of letters, digits and single hyphens. Example: mona.";
}
