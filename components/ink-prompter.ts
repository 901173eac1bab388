import { noDesk, type LinkDesk } from "../src/asking/link-desk.ts";
import type { FlowHeader, Prompter } from "../src/asking/prompter.ts";
import type { Stops } from "../src/asking/stops.ts";
import { openTerminal } from "./terminal-session.ts";

export interface InkPrompterOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
  readonly product?: string;
  /** Stands on the very first frame; a flow may begin with another one. */
  readonly header?: FlowHeader;
  /** What can be done with links; nothing unless told. */
  readonly desk?: LinkDesk;
}

/**
 * Puts questions on screens that Ink draws. The caller has made sure that screens can be drawn here.
 * Before Ink loads, the terminal is taken: what is typed meanwhile is kept instead of echoed, and the product's
 * name is on the screen.
 */
export async function createInkPrompter(options: InkPrompterOptions): Promise<Prompter> {
  const { stdin, stdout, env, stops, product = "gatehouse", header, desk = noDesk } = options;
  let unmount: () => void = () => undefined;
  let resize: (size: { columns: number; rows: number }) => void = () => undefined;
  const terminal = openTerminal({
    stdin,
    stdout,
    stops,
    onClose: () => unmount(),
    onResize: (size) => resize(size),
  });
  stdout.write(` ${product}`);
  const { startScreens } = await import("./start-screens.ts");
  const attach = (screens: { unmount: typeof unmount; resize: typeof resize }) => {
    ({ unmount, resize } = screens);
  };
  return startScreens({ stdin, stdout, env, stops, product, header, terminal, attach, desk });
}
