import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { UnsavedKey } from "../../src/plane/setup/unsaved-keys.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/**
 * Returns the error for an App whose key is lost when this process exits, or for which it is
 * unknown whether the key is stored.
 */
export function keyLost(location: ControlLocation, { app, role, store }: UnsavedKey): Incomplete {
  const name = app.slug ?? app.clientId;
  if (store === "under way") {
    return new Incomplete(`The App ${name} exists. It is unknown whether its key is stored.`, [
      { text: "Run the command again to check", command: commandLine("setup", location) },
    ]);
  }
  return new Incomplete(
    `The App ${name} exists, but its credential is incomplete, and gatehouse no longer has its key.`,
    [provideNewKey(location, role)],
  );
}

/**
 * Returns the error for an App that GitHub may have created, but whose key did not arrive in time.
 */
export function keyNeverCame(location: ControlLocation, role: AppRole, cause?: Error): Incomplete {
  const reason = cause ? ` ${cause.message}` : "";
  return new Incomplete(
    `The ${titleOf(role)} was registered, but its key was not received and cannot be recovered.${reason}`,
    [provideNewKey(location, role)],
  );
}

function provideNewKey(location: ControlLocation, role: AppRole) {
  return {
    text: `Continue, and choose "Provide a new key" for the ${titleOf(role)}`,
    command: commandLine("setup", location),
  };
}
