import { maskShell } from "./mask-shell.ts";

/** Builtins and programs that print a variable only if the script names it. */
const harmless = new Set(
  `: [ [[ alias apt apt-get awk base64 basename break bzip2 case cat cd chgrp chmod chown cksum cmp column comm continue cp curl
  cut date dd declare df diff dirname du echo egrep exit export expr false fgrep file find fold for forge function gatehouse
  gawk gh git grep groups gunzip gzip head hostname id install join jq kill less let ln local ls lsof mapfile md5sum mkdir mktemp
  mv nl nproc od paste pgrep pidof ping popd printf pushd pwd read readarray readlink readonly realpath return rev rm rmdir
  rsync sed select seq set sha1sum sha256sum sha512sum shasum shift shopt shuf sleep sort split stat strings stty tac tail tar
  tee test touch tr trap true truncate tty type typeset umask unalias uname unexpand uniq unlink unset unzip uptime wait wc wget
  which whoami xxd xz yes yq zip zstd`.split(/\s+/),
);
/** Words before a command name that are not part of it. */
const leading =
  /^(?:\s+|(?:if|then|else|elif|fi|while|until|do|done|esac|time|command|exec|!|\{|\})(?=\s|$)|\w+(?:\[[^\]]*\])?\+?=\S*)+/;
const redirection = /\d*(?:&>>?|[<>]{1,3}[&|]?-?)[ \t]*[^\s;&|<>()]*/g;
const casePattern = /(?<=\bin\s|;;&?|;&)\s*\(?[^()\n;]*\)/g;
/** A substitution that does not contain another substitution. */
const innermost = /([$<>]?)\(([^()]*)\)|\x60([^\x60]*)\x60/g;

/** Returns whether a script runs an unknown program, which could print its environment. */
export function runsUnknownProgram(script: string): boolean {
  const masked = maskShell(script)
    .replaceAll(/\[\[.*?\]\]|\(\(.*?\)\)/g, "[[")
    .replaceAll(casePattern, "\n");
  const own = new Set(
    [...masked.matchAll(/(?<![\w-])([\w-]+)[ \t]*\(\s*\)/g)].map(([, name]) => name),
  );
  return listCommands(masked).some((command) => {
    const [program = ""] = command.replace(leading, "").split(/\s/);
    return /^[\w$./~]/.test(program) && !harmless.has(program) && !own.has(program);
  });
}

/** Returns the commands of a script, including those in substitutions. */
function listCommands(masked: string): string[] {
  const lists: string[] = [];
  let rest = masked;
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(
      innermost,
      (_, sign: string | undefined, list: string | undefined, quoted: string | undefined) => {
        lists.push(list ?? quoted ?? "");
        return sign === "" ? " ; " : "_";
      },
    );
  }
  return [...lists, rest].flatMap((list) => list.replaceAll(redirection, " ").split(/[\n;&|]/));
}
