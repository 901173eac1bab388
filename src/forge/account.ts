/** The account that owns a repository and its Apps. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly kind: "organization" | "user";
}
