export interface PatDisclosure {
  readonly id: string;
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
    title: "It is bound to you",
    text: "The token acts as you, with access that you have already. When you lose that access, or leave, the control plane stops working.",
  },
  {
    id: "long-lived",
    title: "It lives longer than an App's token",
    text: "An App's token ends after one hour. This one is good until it expires or is revoked, for whoever holds it.",
  },
  {
    id: "one-owner",
    title: "It reaches one resource owner",
    text: "A fine-grained PAT cannot span organizations. Targets of another owner need an App or a control plane of their own.",
  },
  {
    id: "policy-and-gaps",
    title: "Policy and endpoint gaps apply",
    text: "The organization may ask for approval, limit its lifetime or forbid it. Some APIs, such as Checks and Packages, do not take it.",
  },
  {
    id: "manual-rotation",
    title: "You rotate and revoke it by hand",
    text: "Nothing renews it. Somebody has to replace it before it expires and revoke it when it is no longer needed or may have leaked.",
  },
];
