const longestLogin = 39;

/** Says what is wrong with an account's name, by the forge's own rule, or nothing. */
export function checkLogin(text: string): string | undefined {
  const login = text.trim();
  if (login.length > longestLogin) return `A login has at most ${longestLogin} characters.`;
  // An enterprise puts its own short name after a `_`.
  return /^[a-z\d]+(?:[-_][a-z\d]+)*$/i.test(login)
    ? undefined
    : "A login has letters, digits and single hyphens, such as mona.";
}
