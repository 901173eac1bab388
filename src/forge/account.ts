/** The owner of a repository and of its Apps. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly kind: "organization" | "user";
}
