import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRobot, type Robot } from "../../emulator/signed-in.ts";

/** Replaces the operator's browser: the product starts a script, and the robot does the rest. */
export interface Operator {
  /** Path of the script that the product treats as a browser. */
  readonly browser: string;
  readonly robot: Robot;
  /** Returns the file in which the operator saved a key that the forge's page generated. */
  keyFile(role: string): string;
  /** Waits until the browser has finished all its visits. */
  settled(): Promise<void>;
  /** Generates a key on an App's settings page and saves it, as a browser saves a download. */
  fetchKey(role: string, settingsPage: string): Promise<void>;
  close(): Promise<void>;
}

export interface OperatorOptions {
  readonly folder: string;
  /** Called before each action. */
  readonly onClick: (what: string) => void;
}

export async function openOperator({ folder, onClick }: OperatorOptions): Promise<Operator> {
  mkdirSync(folder, { recursive: true });
  const robot = createRobot({ report: onClick });
  const keyFile = (role: string) => join(folder, `${role}.pem`);
  const visits = new Set<Promise<void>>();
  const { server, origin } = await listen(async (link) => {
    // The program that waits for the browser may have been killed, so that the last page is not
    // available.
    const visit = robot.visit(link).catch(() => undefined);
    visits.add(visit);
    await visit;
    visits.delete(visit);
  });
  const browser = join(folder, "browser");
  // Uses curl because Node would add its startup time to each link.
  const script = `#!/bin/sh\ncurl --silent --noproxy "*" --data-binary "$1" ${origin} || true\n`;
  writeFileSync(browser, script, { mode: 0o755 });
  return {
    browser,
    robot,
    keyFile,
    settled: async () => {
      await Promise.all(visits);
    },
    fetchKey: async (role, settingsPage) => {
      const key = await robot.generateKey(settingsPage);
      writeFileSync(keyFile(role), key.reveal(), { mode: 0o600 });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(
  visit: (link: string) => Promise<void>,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      await visit(Buffer.concat(chunks).toString());
      response.end();
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
