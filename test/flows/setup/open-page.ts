import { get, request } from "node:http";
import { text } from "node:stream/consumers";

/** As a browser goes to a page, and on where that leads: a script's request is not answered. */
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

/** The state of a registration, which the way to the forge carries and its page does not. */
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
