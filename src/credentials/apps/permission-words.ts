import type { Hint } from "../../shared/errors.ts";
import { isAboveCeiling, permissionWords } from "./ceilings.ts";
import type { AppRole } from "./app-role.ts";
import type { Permission, PermissionDifference } from "./ceilings.ts";

/**
 * Returns a permission's label on GitHub's web forms, given its name in manifests and API
 * responses.
 */
export function labelOf(permission: string): string {
  if (isKnown(permission)) return permissionWords[permission].label;
  // GitHub has more permissions than the control plane requests, and a modified App can have any of
  // them.
  const words = permission.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const levelWords = new Map([
  ["none", "No access"],
  ["read", "Read-only"],
  ["write", "Read and write"],
  ["admin", "Admin"],
]);

/** Returns the label of an access level on GitHub's web forms; `undefined` means no access. */
export function formatLevel(level = "none"): string {
  return levelWords.get(level) ?? level;
}

/** Returns why this App needs a permission; empty for permissions outside its ceiling. */
export function reasonOf(role: AppRole, permission: string): string {
  return isKnown(permission) ? (permissionWords[permission].reasons[role] ?? "") : "";
}

/** Every permission that the control plane uses, in the order of GitHub's web form. */
export const allPermissions: readonly Permission[] = Object.keys(permissionWords)
  .filter(isKnown)
  .toSorted(byAlphabet);

/** Returns lines such as `Contents: Read and write`, in the order of GitHub's web form. */
export function formatPermissions(permissions: Readonly<Record<string, string>>): string[] {
  return byLabel(permissions).map(([permission, level]) => formatPermission(permission, level));
}

/** Describes a difference, such as `Contents: Read and write instead of Read-only`. */
export function describeDifference({ permission, wanted, found }: PermissionDifference): string {
  return `${formatPermission(permission, found)} instead of ${formatLevel(wanted)}`;
}

/**
 * Returns the next steps for an App whose permissions differ: GitHub applies a reduction
 * immediately, but each account must accept additional permissions.
 * @param links the pages, if they are known
 */
export function adviseOnPermissions(
  differences: readonly PermissionDifference[],
  links: { readonly settings?: string; readonly installation?: string } = {},
): Hint[] {
  const list = (some: readonly PermissionDifference[]) =>
    some.map(({ permission, wanted }) => formatPermission(permission, wanted)).join("; ");
  const { settings, installation } = links;
  const onSettings = settings === undefined ? {} : { link: settings };
  const above = differences.filter(isAboveCeiling);
  const below = differences.filter((each) => !isAboveCeiling(each));
  return [
    ...(above.length > 0
      ? [{ text: `Reduce permissions in the App's settings: ${list(above)}`, ...onSettings }]
      : []),
    ...(below.length > 0
      ? [
          { text: `Request permissions in the App's settings: ${list(below)}`, ...onSettings },
          {
            text: "Then accept them as an owner on the installation's page",
            ...(installation !== undefined && { link: installation }),
          },
        ]
      : []),
  ];
}

function formatPermission(permission: string, level: string | undefined): string {
  return `${labelOf(permission)}: ${formatLevel(level)}`;
}

/** Returns permission names and levels sorted by label, as on GitHub's web form. */
export function byLabel<L extends string>(permissions: Readonly<Record<string, L>>): [string, L][] {
  return Object.entries(permissions).toSorted(([one], [other]) => byAlphabet(one, other));
}

/** A plain comparison is enough for English labels, and loading collation tables is slow. */
function byAlphabet(one: string, other: string): number {
  const [a, b] = [one, other].map((permission) => labelOf(permission).toLowerCase());
  return a === b ? 0 : String(a) < String(b) ? -1 : 1;
}

function isKnown(permission: string): permission is Permission {
  return Object.hasOwn(permissionWords, permission);
}
