export interface FetchedNode {
  readonly version: string;
  readonly path: string;
}
export function nodesIn(folder: string): readonly FetchedNode[];
export function missingNodes(folder: string): readonly FetchedNode[];
export function fetchNode(node: FetchedNode): void;
