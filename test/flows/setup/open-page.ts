import { get, request } from "node:http";
import { text } from "node:stream/consumers";

/** Opens a page and follows redirects like a browser. A request of a script gets no answer. */
export function openPage(link: string): Promise<{ readonly url: string; readonly html: string }> {
  return new Promise((resolve, reject) => {
    get(link, (response) => {
      const { location } = response.headers;
      const next = location === undefined ? undefined : new URL(location, link).href;
      void text(response)
        .then((html) => (next === undefined ? { url: link, html } : openPage(next)))
        .then(resolve, reject);
    }).on("error", reject);
  });
}

export async function readPage(link: string): Promise<string> {
  return (await openPage(link)).html;
}

/**
 * Returns the state of a registration from the redirect to the forge; the forge's page does not
 * contain it.
 */
export function readState(page: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(page, { method: "POST" }, (response) => {
      response.resume();
      const { location = "" } = response.headers;
      resolve(new URL(location).searchParams.get("state") ?? "");
    });
    sent.on("error", reject).end();
  });
}
