import { permissionWords } from "./ceilings.ts";
import type { AppRole } from "./app-role.ts";
import type { Permission, PermissionDifference } from "./ceilings.ts";

/** What the forge's forms call a permission, by its name in manifests and answers. */
export function labelOf(permission: string): string {
  if (isKnown(permission)) return permissionWords[permission].label;
  // The forge has more of them than the control plane asks for; an App that was changed may have any.
  const words = permission.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const levelWords = new Map([
  ["none", "No access"],
  ["read", "Read-only"],
  ["write", "Read and write"],
  ["admin", "Admin"],
]);

/** What the forge's forms call a level; `undefined` stands for none. */
export function formatLevel(level = "none"): string {
  return levelWords.get(level) ?? level;
}

/** What this App needs the permission for; nothing of one that is in no ceiling. */
export function reasonOf(role: AppRole, permission: string): string {
  return isKnown(permission) ? (permissionWords[permission].reasons[role] ?? "") : "";
}

/** Every permission that the control plane speaks of, in the order of the forge's form. */
export const allPermissions: readonly Permission[] = Object.keys(permissionWords)
  .filter(isKnown)
  .toSorted(byAlphabet);

/** `Contents: Read and write`, in the order in which the forge's form lists them. */
export function formatPermissions(permissions: Readonly<Record<string, string>>): string[] {
  return byLabel(permissions).map(([permission, level]) => formatPermission(permission, level));
}

/** `Contents: Read and write instead of Read-only` */
export function describeDifference({ permission, wanted, found }: PermissionDifference): string {
  return `${formatPermission(permission, found)} instead of ${formatLevel(wanted)}`;
}

function formatPermission(permission: string, level: string | undefined): string {
  return `${labelOf(permission)}: ${formatLevel(level)}`;
}

/** Names and levels, by the alphabet of their labels: the forge's form lists them so. */
export function byLabel<L extends string>(permissions: Readonly<Record<string, L>>): [string, L][] {
  return Object.entries(permissions).toSorted(([one], [other]) => byAlphabet(one, other));
}

/** Labels are words of English, and the tables of all languages take longer to load than everything here. */
function byAlphabet(one: string, other: string): number {
  const [a, b] = [one, other].map((permission) => labelOf(permission).toLowerCase());
  return a === b ? 0 : String(a) < String(b) ? -1 : 1;
}

function isKnown(permission: string): permission is Permission {
  return Object.hasOwn(permissionWords, permission);
}
