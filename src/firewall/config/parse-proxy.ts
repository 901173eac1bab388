import { fault, type Fault } from "../rules/fault.ts";

/** Reads the address of the proxy that leads out: `http://proxy.example:3128`. It may hold a password: it is never said. */
export function parseProxy(text: string): URL | Fault {
  const isUrl = URL.canParse(text);
  if (!isUrl || !/^https?:\/\//.test(text)) {
    const isBare = /^[\w.-]+:\d+$/.test(text);
    return fault(
      "is no address of a proxy: http://HOST:PORT",
      isBare ? `http://${text}` : undefined,
    );
  }
  const url = new URL(text);
  return url.pathname === "/" && url.search === "" && url.hash === ""
    ? url
    : fault("has something behind its host and port");
}
