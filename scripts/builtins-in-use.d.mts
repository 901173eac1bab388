export function readBuiltinsInUse(folder: string): Promise<void>;
export function withBuiltinsInUse(text: string): string;
