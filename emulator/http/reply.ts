/**
 * A response. It contains at most one of `json`, `text` and `bytes`. Without any of these, the body
 * is empty.
 */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  /** Units to deduct from the budget (default: 1). */
  readonly cost?: number;
  /** Content type of `text` and `bytes` (default: HTML). */
  readonly type?: string;
}

/** A response that may be asynchronous. */
export type Replying = Reply | Promise<Reply>;

const help = "https://docs.example/rest";

export function ok(json: unknown, headers: Record<string, string> = {}): Reply {
  return { status: 200, json, headers };
}

export function created(json: unknown): Reply {
  return { status: 201, json };
}

export function accepted(json: unknown): Reply {
  return { status: 202, json };
}

export const noContent: Reply = { status: 204 };

export function redirect(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 302, headers: { ...headers, location } };
}

/** An error response that any function can throw. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly unknown[] | undefined;

  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string>; errors?: readonly unknown[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.errors = more.errors;
  }

  reply(): Reply {
    const { status, headers, errors, message } = this;
    const body = { message, ...(errors && { errors }), documentation_url: help };
    return { status, headers, json: { ...body, status: String(status) } };
  }
}

/** A 404 response, also sent if the caller is not allowed to know that an object exists. */
export const notFound = () => new Refusal(404, "Not Found");

export const badCredentials = () => new Refusal(401, "Bad credentials");

export const needsLogin = () => new Refusal(401, "Requires authentication");

/**
 * Rejects too many simultaneous requests. The client must wait, even if its budget is not
 * exhausted.
 */
export const secondaryLimitHit = () =>
  new Refusal(
    403,
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    { headers: { "retry-after": "60" } },
  );

/** Creates a response with status 422 and a list of errors, one per field. */
export function invalid(message: string, field?: string, resource = "Request"): Refusal {
  const errors = field ? [{ resource, field, code: "invalid", message }] : undefined;
  return new Refusal(422, field ? "Validation Failed" : message, errors && { errors });
}
