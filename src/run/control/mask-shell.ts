type Mode =
  | { readonly kind: "code"; readonly end: ")" | "`" | undefined }
  | { readonly kind: "text"; readonly end: '"' | ")" }
  | { readonly kind: "heredoc"; readonly end: number };

/**
 * Masks text in a shell script without changing the script's length. Quoted text, arrays and
 * workflow expressions become `_`; comments and heredocs become spaces. Command substitutions are
 * kept, even in quoted text.
 */
export function maskShell(script: string): string {
  return new ShellMask(script.replaceAll(/\$\{\{[^]*?\}\}/g, (found) => "_".repeat(found.length)))
    .masked;
}

class ShellMask {
  readonly #script: string;
  readonly #modes: Mode[] = [{ kind: "code", end: undefined }];
  /** The words that terminate the heredocs opened on this line. */
  #ends: string[] = [];
  masked = "";

  constructor(script: string) {
    this.#script = script;
    while (this.masked.length < script.length) this.#step();
  }

  #step(): void {
    const at = this.masked.length;
    const mode = this.#modes.at(-1)!;
    const char = this.#script[at]!;
    if (mode.kind === "heredoc" && at >= mode.end) return void this.#modes.pop();
    const blank = mode.kind === "heredoc" ? " " : "_";
    if (char === "\\") {
      return this.#blank(2, this.#script[at + 1] === "\n" ? " " : blank);
    }
    if (char === mode.end) {
      this.#modes.pop();
      return this.#keep(mode.kind === "code" ? char : "_");
    }
    if (this.#script.startsWith("$(", at)) return this.#open("$(", { kind: "code", end: ")" });
    if (char === "`") return this.#open("`", { kind: "code", end: "`" });
    if (mode.kind === "code") return this.#code(char, at);
    this.#blank(1, blank);
  }

  #code(char: string, at: number): void {
    const before = this.#script[at - 1] ?? "\n";
    if (char === "'") {
      const end = this.#script.indexOf("'", at + 1);
      return this.#blank((end === -1 ? this.#script.length : end + 1) - at, "_");
    }
    if (char === '"') return this.#open("_", { kind: "text", end: '"' });
    if (char === "(" && before === "=") return this.#open("_", { kind: "text", end: ")" });
    if (char === "(") return this.#open("(", { kind: "code", end: ")" });
    if (char === "#" && /[\s;&|(]/.test(before)) {
      const end = this.#script.indexOf("\n", at);
      return this.#blank((end === -1 ? this.#script.length : end) - at, " ");
    }
    const heredoc =
      before === "<" ? null : /^<<-?[ \t]*(["']?)(\w+)\1/.exec(this.#script.slice(at, at + 100));
    if (heredoc) {
      this.#ends.push(heredoc[2] ?? "");
      return this.#keep(heredoc[0]);
    }
    this.#keep(char);
    if (char === "\n" && this.#ends.length > 0) this.#openHeredoc(at + 1);
  }

  #openHeredoc(from: number): void {
    let end = from;
    for (const word of this.#ends) {
      const found = new RegExp(String.raw`^[ \t]*${word}[ \t]*$`, "m").exec(
        this.#script.slice(end),
      );
      end = found ? end + found.index + found[0].length : this.#script.length;
    }
    this.#ends = [];
    this.#modes.push({ kind: "heredoc", end });
  }

  #open(kept: string, mode: Mode): void {
    this.#modes.push(mode);
    this.#keep(kept);
  }

  #keep(text: string): void {
    this.masked += text;
  }

  #blank(length: number, by: string): void {
    this.masked += by.repeat(Math.min(length, this.#script.length - this.masked.length));
  }
}
