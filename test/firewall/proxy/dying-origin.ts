import { createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { speakFrames, type FrameWriter } from "./http2-frames.ts";

/** Moments in an exchange at which an origin can end its connection. */
export const moments = [
  "before the request is complete",
  "before the headers",
  "after the headers",
  "in the body",
  "in the trailers",
] as const;
export type Moment = (typeof moments)[number];

interface Ending {
  /** The connection below TLS. */
  readonly raw: Socket;
  readonly secured: TLSSocket;
}

/** Ways to end a connection that every protocol has. */
export const endings: Readonly<Record<string, (ending: Ending) => void>> = {
  "a TCP reset": ({ raw }) => raw.resetAndDestroy(),
  "a TCP FIN without a TLS closure": ({ raw }) => raw.end(),
  // The kernel closes the descriptors of a process that exits.
  "a closed descriptor, as of a process that exits": ({ raw }) => raw.destroy(),
  "a TLS closure": ({ secured }) => secured.end(),
};

/** Ways to end a stream that only HTTP/2 has. */
export const frameEndings: Readonly<
  Record<string, (ending: Ending & { write: FrameWriter; stream: number }) => void>
> = {
  "RST_STREAM with an error": ({ write, stream }) => write.reset(stream, 2),
  "RST_STREAM with REFUSED_STREAM": ({ write, stream }) => write.reset(stream, 7),
  "GOAWAY with an error": ({ write, stream }) => write.goaway(stream, 2),
  "GOAWAY that excludes the stream": ({ write }) => write.goaway(0, 0),
  "GOAWAY without an error, then a TLS closure": ({ write, stream, secured }) => {
    write.goaway(stream, 0);
    secured.end();
  },
};

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates an HTTP/2 origin that answers each request until `moment`, then calls `end`. */
export function createHttp2Origin(
  certificate: Certificate,
  moment: Moment,
  end: (ending: Ending & { write: FrameWriter; stream: number }) => void,
): Server {
  return createTlsOrigin({ ...certificate, ALPNProtocols: ["h2"] }, (ending) => {
    const answer = (stream: number) => {
      const at = moments.indexOf(moment);
      if (at >= moments.indexOf("after the headers")) write.headers(stream, "200");
      if (at >= moments.indexOf("in the body")) write.data(stream, "part");
      if (at >= moments.indexOf("in the trailers")) write.startOfTrailers(stream);
      whenReceived(ending, () => end({ ...ending, write, stream }));
    };
    const write = speakFrames(ending.secured, { onData: answer });
  });
}

/** Creates an HTTP/1.1 origin that answers each request until `moment`, then calls `end`. */
export function createHttp1Origin(
  certificate: Certificate,
  moment: Moment,
  end: (ending: Ending) => void,
): Server {
  const parts: Readonly<Record<Moment, string>> = {
    "before the request is complete": "",
    "before the headers": "",
    "after the headers": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    "in the body": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n5\r\npa",
    "in the trailers":
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n0\r\nETag: x\r\n",
  };
  return createTlsOrigin({ ...certificate, ALPNProtocols: ["http/1.1"] }, (ending) => {
    let request = "";
    ending.secured
      .on("error", () => {})
      .on("data", (chunk: Buffer) => {
        request += chunk.toString();
        if (!/\r\n\r\n[^]*body/.test(request)) return;
        ending.secured.write(parts[moment]);
        whenReceived(ending, () => end(ending));
      });
  });
}

/**
 * Calls `end` after the proxy has read the response, because a reset discards bytes. The proxy runs
 * in this process, so it reads in the next turns of the event loop.
 */
function whenReceived({ secured }: Ending, end: () => void): void {
  const wait = (turns: number) => {
    if (turns === 0) end();
    else setImmediate(() => wait(turns - 1));
  };
  secured.write("", () => wait(10));
}

function createTlsOrigin(
  options: Certificate & { ALPNProtocols: string[] },
  accept: (ending: Ending) => void,
): Server {
  return createServer((raw) => {
    const secured = new TLSSocket(raw, { isServer: true, ...options });
    raw.on("error", () => {});
    accept({ raw, secured });
  });
}
