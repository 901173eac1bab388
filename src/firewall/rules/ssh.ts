/** Port of SSH servers. */
export const sshPort = 22;

/** Explains why no rule allows SSH. */
export const explainSsh =
  "SSH is neither HTTP nor TLS, so the proxy cannot inspect it; for Git, use https:// URLs instead";
