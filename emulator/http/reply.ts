/** What goes back to the client. `json`, `text` and `bytes` exclude each other; none is an empty reply. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  /** What it takes from the budget, where that is not one. */
  readonly cost?: number;
  /** Content type of `text` and `bytes`; HTML unless told. */
  readonly type?: string;
}

/** One that may need its time. */
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

/** An early answer: the forge says no. Thrown by whoever notices. */
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

/** Also what someone sees who may not know that a thing exists. */
export const notFound = () => new Refusal(404, "Not Found");

export const badCredentials = () => new Refusal(401, "Bad credentials");

export const needsLogin = () => new Refusal(401, "Requires authentication");

/** Too much at once; the client waits, whatever is left of its budget. */
export const secondaryLimitHit = () =>
  new Refusal(
    403,
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    { headers: { "retry-after": "60" } },
  );

/** 422 with a list of what is wrong, one object per field. */
export function invalid(message: string, field?: string, resource = "Request"): Refusal {
  const errors = field ? [{ resource, field, code: "invalid", message }] : undefined;
  return new Refusal(422, field ? "Validation Failed" : message, errors && { errors });
}
