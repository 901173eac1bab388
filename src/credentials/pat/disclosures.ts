export interface PatDisclosure {
  readonly id: string;
  /** Short title that fits in the first column of a table. */
  readonly title: string;
  readonly text: string;
}

/**
 * Facts that an operator must read before a PAT is chosen, configured, validated or used.
 * @see spec/credentials.md, "PAT fallback"
 */
export const patDisclosures: readonly PatDisclosure[] = [
  {
    id: "user-bound",
    title: "Bound to you",
    text: "It acts as you and has only access that you have. If you lose that access, or leave, the control plane stops.",
  },
  {
    id: "long-lived",
    title: "Long-lived",
    text: "An App's token expires after one hour. A PAT works until it expires or is revoked, for anyone who has it.",
  },
  {
    id: "one-owner",
    title: "One owner",
    text: "It cannot span organizations: other owners' targets need an App, or their own control plane.",
  },
  {
    id: "policy-and-gaps",
    title: "Policy and API limits",
    text: "The organization can require approval, or restrict PATs. Some APIs, such as Checks and GitHub Packages, do not support PATs.",
  },
  {
    id: "manual-rotation",
    title: "Manual rotation",
    text: "It is not renewed automatically: replace it before it expires, and revoke it when it is no longer needed or may have leaked.",
  },
];
