/**
 * The terminal, for someone who need not know its height. When a frame has as many rows as the terminal, as one has
 * for a moment after the window was made lower, Ink wipes the scrollback; the screens fit themselves.
 */
export function withoutHeight(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stdout, {
    get: (target, name) => {
      if (name === "rows") return Number.POSITIVE_INFINITY;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
