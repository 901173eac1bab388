import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { vi } from "vitest";
import { machine } from "./machine.ts";

/** Configuration of a bus that starts no services by itself, so that only the test adds them. */
const configuration = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

/** A session bus with its own home directory below `folder`. */
export interface SessionBus {
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a program on the bus until the bus stops, and waits until it owns the name. */
  serve(name: string, program: string, args: string[], input?: string): Promise<ChildProcess>;
  send(...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startSessionBus(folder: string): Promise<SessionBus> {
  const home = sessionEnvironment(folder);
  const configFile = join(folder, "bus.conf");
  writeFileSync(configFile, configuration);
  // `cat` exits when the test closes its input, and the bus with it, even if the test run is
  // killed.
  const holder = ["sh", "-c", 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat'];
  const bus = spawn(machine().dbusRunSession, ["--config-file", configFile, "--", ...holder], {
    env: { ...process.env, ...home },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [address] = (await once(createInterface(bus.stdout), "line")) as [string];
  const environment = { ...home, DBUS_SESSION_BUS_ADDRESS: address };
  const servers: ChildProcess[] = [];

  const send = async (...args: string[]) => {
    await execa("dbus-send", ["--session", "--print-reply", ...args], { env: environment });
  };
  return {
    environment,
    send,
    async serve(name, program, args, input = "") {
      const env = { ...process.env, ...environment };
      const server = spawn(program, args, { env, stdio: ["pipe", "ignore", "ignore"] });
      servers.push(server);
      server.stdin.end(input);
      const ask = ["--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetNameOwner"];
      await vi.waitFor(() => send(...ask, `string:${name}`), { timeout: 15_000, interval: 20 });
      return server;
    },
    async stop() {
      await Promise.all(servers.map(end));
      bus.stdin.end();
      if (bus.exitCode === null) await once(bus, "close");
    },
  };
}

/**
 * Returns the environment of a session without a bus: the library finds no address, no runtime
 * directory and no display.
 */
export function sessionEnvironment(folder: string): Record<string, string> {
  const inside = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    return join(folder, name);
  };
  const shared = { XDG_CONFIG_HOME: inside("config"), XDG_CACHE_HOME: inside("cache") };
  return {
    ...shared,
    HOME: inside("home"),
    XDG_DATA_HOME: inside("data"),
    XDG_RUNTIME_DIR: inside("run"),
    DISPLAY: "",
    WAYLAND_DISPLAY: "",
    DBUS_SESSION_BUS_ADDRESS: "",
  };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGKILL");
  await once(server, "close");
}
