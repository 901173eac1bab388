import { UserError, exitCode, type Hint } from "../../shared/errors.ts";

interface Situation {
  /** What the keychain's library, or our helper, says of it. */
  readonly said: RegExp;
  readonly because: string;
  readonly hint: Hint;
}

const situations: readonly Situation[] = [
  {
    said: /Cannot (auto)?launch D-Bus|dbus-launch|Could not connect|not provided by any \.service/i,
    because: "no keychain service runs in this session",
    hint: {
      say: "Start one that speaks the Secret Service in this session, such as gnome-keyring",
    },
  },
  {
    said: /locked collection|prompt was dismissed/i,
    because: "it is locked",
    hint: { say: "Unlock it, then try again" },
  },
  {
    said: /Object does not exist at path/i,
    because: "it has no default keyring to store in",
    hint: { say: "Create a default keyring, then try again" },
  },
  {
    // An optional package: npm leaves it out where it is told to.
    said: /Cannot find package 'keytar'/i,
    because: "gatehouse was installed without its optional package keytar",
    hint: { say: "Install it again without --omit=optional" },
  },
  {
    said: /Failed to load keytar/i,
    because: "its library is not on this machine",
    hint: { say: "On Linux, install libsecret (Debian and Ubuntu: libsecret-1-0)" },
  },
  {
    said: /did not answer within|Timeout was reached/i,
    because: "",
    hint: { say: "Answer its prompt if one is on the screen, then try again" },
  },
];

/** The operating system's keychain cannot hold anything now, or did not keep what it was given. */
export class KeychainUnavailable extends UserError {
  readonly exitCode = exitCode.incomplete;
  /** Why, in words that end a sentence. */
  readonly because: string;

  /** @param said what the keychain said, or why we do not believe it */
  constructor(said: string) {
    const situation = situations.find((candidate) => candidate.said.test(said));
    const because = situation?.because || said.replace(/\.$/, "");
    super(
      `The keychain of this computer cannot be used: ${because}.`,
      situation ? [situation.hint] : [],
    );
    this.because = because;
  }
}
