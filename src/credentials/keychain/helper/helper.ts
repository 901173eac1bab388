import { text } from "node:stream/consumers";
import type Keytar from "keytar";
import type { Request, Step } from "./protocol.ts";

/*
 * The only process that loads keytar. A hung keychain blocks a call for up to 50 seconds and keeps
 * the process from exiting. A locked keychain can crash the process. In this separate process,
 * neither can harm gatehouse.
 *
 * Never calls findCredentials or findPassword: they crash the process on a locked keychain
 * (SIGSEGV).
 */

const request = JSON.parse(await text(process.stdin)) as Request;
setTimeout(() => process.kill(process.pid, "SIGKILL"), request.limitSeconds * 1000).unref();
process.stdout.write(`${JSON.stringify(await answer(request))}\n`);

async function answer({ service, steps }: Request) {
  try {
    const { default: keytar } = await import("keytar");
    const done: (string | boolean | null)[] = [];
    for (const step of steps) done.push(await perform(keytar, service, step));
    return { done };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

async function perform(keytar: typeof Keytar, service: string, step: Step) {
  switch (step.do) {
    case "get":
      return keytar.getPassword(service, step.account);
    case "delete":
      return keytar.deletePassword(service, step.account);
    case "set":
      await keytar.setPassword(service, step.account, step.value);
      return true;
  }
}
