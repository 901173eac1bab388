// Runs inside: tries to bypass the firewall through protocols. Prints each attempt with its result.
import { attemptAll } from "./adversary/attempt.ts";
import { framingAttempts } from "./adversary/framing.ts";
import { helloAttempts } from "./adversary/hellos.ts";
import {
  authorityAttempts,
  hostAttempts,
  plainAttempts,
  serverNameAttempts,
} from "./adversary/names.ts";
import { nameAttempts, networkAttempts } from "./adversary/network.ts";
import { sidecarAttempts } from "./adversary/sidecar.ts";
import { targetAttempts } from "./adversary/targets.ts";
import { closeAll } from "./adversary/wire.ts";

const [prefix = "w", trap = "0", origin = "0", kind = "intercepted", ...host] =
  process.argv.slice(2);
const [hostAddress = "", hostName = ""] = host;
const locations = { trap: Number(trap), origin: Number(origin), hostAddress, hostName };

const always = [
  ...authorityAttempts(locations),
  ...plainAttempts(locations),
  ...serverNameAttempts(),
  ...helloAttempts(),
  ...networkAttempts(locations),
  ...nameAttempts(),
];
const intercepted = [...targetAttempts(), ...framingAttempts(), ...hostAttempts()];
const attempts =
  kind === "intercepted" ? [...always, ...intercepted, ...sidecarAttempts()] : always;
const results = await attemptAll(attempts, prefix);
closeAll();
process.stdout.write(JSON.stringify(results));
