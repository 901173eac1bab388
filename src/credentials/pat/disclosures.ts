export interface PatDisclosure {
  readonly id: string;
  /** As narrow as a first column. */
  readonly title: string;
  readonly text: string;
}

/**
 * What an operator is told before a PAT is chosen, configured, validated or used. Each has to be seen.
 * @see spec/credentials.md, "PAT fallback"
 */
export const patDisclosures: readonly PatDisclosure[] = [
  {
    id: "user-bound",
    title: "Bound to you",
    text: "It acts as you, with access that you have. When you lose that access, or leave, the control plane stops.",
  },
  {
    id: "long-lived",
    title: "Long-lived",
    text: "An App's token ends after one hour. This one is good until it expires or is revoked, for whoever holds it.",
  },
  {
    id: "one-owner",
    title: "One owner",
    text: "It cannot span organizations: another owner's targets need an App, or a control plane of their own.",
  },
  {
    id: "policy-and-gaps",
    title: "Policy and gaps",
    text: "The organization may ask for approval, limit or forbid it. Some APIs, such as Checks and Packages, do not take it.",
  },
  {
    id: "manual-rotation",
    title: "By hand",
    text: "Nothing renews it: somebody replaces it before it expires, and revokes it when it is not needed or may have leaked.",
  },
];
