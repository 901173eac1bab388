import { UserError, exitCode, type Hint } from "../../shared/errors.ts";

interface Situation {
  /** Matches a message of the keychain's library or of the helper. */
  readonly said: RegExp;
  readonly because: string;
  readonly hint: Hint;
}

const situations: readonly Situation[] = [
  {
    said: /Cannot (auto)?launch D-Bus|dbus-launch|Could not connect|not provided by any \.service/i,
    because: "no keychain service is running in this session",
    hint: {
      say: "Start a Secret Service provider in this session, such as gnome-keyring",
    },
  },
  {
    said: /locked collection|prompt was dismissed/i,
    because: "it is locked",
    hint: { say: "Unlock it, then try again" },
  },
  {
    said: /Object does not exist at path/i,
    because: "it has no default keyring",
    hint: { say: "Create a default keyring, then try again" },
  },
  {
    // An optional package that npm can omit.
    said: /Cannot find package 'keytar'/i,
    because: "gatehouse was installed without its optional package keytar",
    hint: { say: "Reinstall gatehouse without --omit=optional" },
  },
  {
    said: /Failed to load keytar/i,
    because: "its library is not installed",
    hint: { say: "On Linux, install libsecret (Debian and Ubuntu: libsecret-1-0)" },
  },
  {
    said: /did not answer within|Timeout was reached/i,
    because: "",
    hint: { say: "Answer the keychain's prompt if one is open, then try again" },
  },
];

/** The operating system's keychain is unavailable, or did not store a value correctly. */
export class KeychainUnavailable extends UserError {
  readonly exitCode = exitCode.incomplete;
  /** Cause, as the last clause of a sentence. */
  readonly because: string;

  /** @param said message of the keychain, or why its result is not trusted */
  constructor(said: string) {
    const situation = situations.find((candidate) => candidate.said.test(said));
    const because = situation?.because || said.replace(/\.$/, "");
    super(`Could not use this computer's keychain: ${because}.`, situation ? [situation.hint] : []);
    this.because = because;
  }
}
