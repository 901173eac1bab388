import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "./attempt.ts";
import type { FilePlaces } from "./file-places.ts";

/** Scripts that change a read-only directory ($1) from a writable directory ($2). */
const scripts: Readonly<Record<string, string>> = {
  "a write": 'echo changed > "$1/text"',
  "an append": 'echo changed >> "$1/text"',
  "a truncation": 'truncate -s 0 "$1/text"',
  "a new file": 'echo changed > "$1/new"',
  "a new folder": 'mkdir "$1/new"',
  "a new pipe": 'mkfifo "$1/new"',
  "a removal": 'rm -f "$1/text"',
  "a rename": 'mv "$1/text" "$1/new"',
  "a file moved into it": 'echo changed > "$2/own"; mv "$2/own" "$1/text"',
  "a file moved out of it": 'mv "$1/text" "$2/taken"',
  "a rename of the folder": 'mv "$1" "$1.moved" && mkdir "$1" && echo changed > "$1/text"',
  "a removal of the folder": 'rm -rf "$1"',
  "a mode": 'chmod 777 "$1/text" && echo changed > "$1/text"; chmod 777 "$1"',
  "a time": 'touch -d 2000-01-01 "$1/text"',
  "a hard link": 'ln "$1/text" "$2/linked" && echo changed > "$2/linked"',
  "a symbolic link":
    'ln -s "$1" "$2/way"; echo changed > "$2/way/text"; echo changed > "$2/way/new"',
  "a descriptor": 'exec 9<"$1/text"; echo changed > /proc/self/fd/9',
  "a descriptor of the folder":
    'cd "$1" && exec 9<. && echo changed > /proc/self/fd/9/text; echo changed > /proc/self/cwd/text',
  "the root of a process":
    'echo changed > "/proc/self/root$1/text"; echo changed > "/proc/1/root$1/text"',
  "a mapping":
    'python3 -c "import mmap,os,sys; f=os.open(sys.argv[1],os.O_RDWR); mmap.mmap(f,0)[0:7]=b\'changed\'" "$1/text"',
  "a remount": 'mount -o remount,rw,bind "$1"; mount -o remount,rw /; echo changed > "$1/text"',
  "an unmount": 'umount -l "$1"; echo changed > "$1/text"',
  "a bind mount": 'mount --bind "$2" "$1"; echo changed > "$1/text"',
  "a new namespace":
    'unshare -Urm sh -c \'mount -o remount,rw,bind "$1"; echo changed > "$1/text"\' sh "$1"',
  "an attribute":
    'setfattr -n user.own -v changed "$1/text" && echo "changed" > "$2/changed"; chattr +i "$1/text"',
  git: 'cd "$1" && git init -q . && ls -d .git',
};

/** A change is visible inside, and outside the test compares the files again. */
export function changeReadOnly({ readOnly, writable }: FilePlaces): Attempt[] {
  const list = (folder: string) => readdirSync(folder).join();
  const read = (folder: string) => `${list(folder)} ${readFileSync(join(folder, "text"), "utf8")}`;
  const original = readOnly.map(read);
  const isChanged = () =>
    readOnly.some((folder, at) => !existsSync(folder) || read(folder) !== original[at]);
  return [
    ...readOnly.flatMap((folder) =>
      Object.entries(scripts).map(([name, text]): Attempt => ({
        family: "change",
        name: `${name}: ${folder}`,
        act: async () => {
          const { stderr } = spawnSync("sh", ["-c", text, "sh", folder, writable]);
          return isChanged() ? "LEAK changed" : stderr.toString();
        },
      })),
    ),
    {
      family: "change",
      name: "a new file in a writable folder",
      isControl: true,
      act: async () => {
        spawnSync("sh", ["-c", 'echo own > "$1/own"', "sh", writable]);
        return existsSync(join(writable, "own")) ? "LEAK written" : "not written";
      },
    },
  ];
}
