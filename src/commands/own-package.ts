import { fileURLToPath } from "node:url";
import type { OwnPackage } from "../run/control/own-package.ts";

declare const GATEHOUSE_PACKAGE: string;
declare const GATEHOUSE_VERSION: string;
declare const GATEHOUSE_IS_PUBLISHED: boolean;

/** Returns the package of the running gatehouse. The built program is in its subdirectory dist. */
export function ownPackage(): OwnPackage {
  return {
    name: GATEHOUSE_PACKAGE,
    version: GATEHOUSE_VERSION,
    folder: fileURLToPath(new URL("..", import.meta.url)),
    isPublished: GATEHOUSE_IS_PUBLISHED,
  };
}
