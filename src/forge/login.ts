const longestLogin = 39;

/** Returns what is wrong with an account name by GitHub's rule; undefined if it is valid. */
export function checkLogin(text: string): string | undefined {
  const login = text.trim();
  if (login.length > longestLogin)
    return `An account name can have at most ${longestLogin} characters.`;
  // Enterprises append their short name after a `_`.
  return /^[a-z\d]+(?:[-_][a-z\d]+)*$/i.test(login)
    ? undefined
    : "An account name consists of letters, digits and single hyphens. Example: mona.";
}
