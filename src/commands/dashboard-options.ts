export interface DashboardOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly environment?: string;
  readonly every: string;
  readonly budget: string;
  readonly once?: boolean;
  readonly plain?: boolean;
  readonly json?: boolean;
  /** False with `--no-open`. */
  readonly open: boolean;
}
