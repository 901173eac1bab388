/**
 * Returns the terminal without its height. If a frame has as many rows as the terminal, Ink clears
 * the scrollback. This can happen briefly after the window is made smaller. The screens adapt to
 * the height themselves.
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
