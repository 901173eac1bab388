import { appEdges } from "./app-edges.ts";
import { appRows } from "./app-rows.ts";
import { credentialRows } from "./credential-rows.ts";
import { openAppRows } from "./open-app-rows.ts";
import { outcomeEdges } from "./outcome-edges.ts";
import { outcomeRows } from "./outcome-rows.ts";
import { patEdges } from "./pat-edges.ts";
import { patRows } from "./pat-rows.ts";
import { scopeRows } from "./scope-rows.ts";
import { sharedControlRows } from "./shared-control-rows.ts";

export const allRows = [
  ...scopeRows,
  ...credentialRows,
  ...appRows,
  ...openAppRows,
  ...patRows,
  ...sharedControlRows,
  ...outcomeRows,
  ...appEdges,
  ...patEdges,
  ...outcomeEdges,
];
