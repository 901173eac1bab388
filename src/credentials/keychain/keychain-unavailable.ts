import { UserError, exitCode, type Hint } from "../../shared/errors.ts";

interface Situation {
  /** Matches a message from the keychain library or from the helper. */
  readonly pattern: RegExp;
  readonly reason: string;
  readonly hint: Hint;
}

const situations: readonly Situation[] = [
  {
    pattern:
      /Cannot (auto)?launch D-Bus|dbus-launch|Could not connect|not provided by any \.service/i,
    reason: "no keychain service is running in this session",
    hint: {
      text: "Start a Secret Service provider in this session, such as gnome-keyring",
    },
  },
  {
    pattern: /locked collection|prompt was dismissed/i,
    reason: "it is locked",
    hint: { text: "Unlock it, then try again" },
  },
  {
    pattern: /Object does not exist at path/i,
    reason: "it has no default keyring",
    hint: { text: "Create a default keyring, then try again" },
  },
  {
    // keytar is an optional package, which npm can omit.
    pattern: /Cannot find package 'keytar'/i,
    reason: "gatehouse was installed without its optional package keytar",
    hint: { text: "Reinstall gatehouse without --omit=optional" },
  },
  {
    pattern: /Failed to load keytar/i,
    reason: "its library is not installed",
    hint: { text: "On Linux, install libsecret (Debian and Ubuntu: libsecret-1-0)" },
  },
  {
    pattern: /did not answer within|Timeout was reached/i,
    reason: "",
    hint: { text: "Answer the keychain's prompt if one is open, then try again" },
  },
];

/** The operating system's keychain is unavailable, or did not store a value correctly. */
export class KeychainUnavailable extends UserError {
  readonly exitCode = exitCode.incomplete;
  /** Cause, as the last clause of a sentence. */
  readonly reason: string;

  /** @param pattern message from the keychain, or the reason why its result is not trusted */
  constructor(pattern: string) {
    const situation = situations.find((candidate) => candidate.pattern.test(pattern));
    const reason = situation?.reason || pattern.replace(/\.$/, "");
    super(`Could not use this computer's keychain: ${reason}.`, situation ? [situation.hint] : []);
    this.reason = reason;
  }
}
