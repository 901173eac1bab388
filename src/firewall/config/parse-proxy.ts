import { fault, type Fault } from "../rules/fault.ts";

/**
 * Reads the address of the proxy for outgoing connections: `http://proxy.example:3128`. It may
 * contain a password, so errors never repeat it.
 */
export function parseProxy(text: string): URL | Fault {
  const isUrl = URL.canParse(text);
  if (!isUrl || !/^https?:\/\//.test(text)) {
    const isBare = /^[\w.-]+:\d+$/.test(text);
    return fault(
      "is not a proxy address such as http://HOST:PORT",
      isBare ? `http://${text}` : undefined,
    );
  }
  const url = new URL(text);
  return url.pathname === "/" && url.search === "" && url.hash === ""
    ? url
    : fault("has extra text after its host and port");
}
