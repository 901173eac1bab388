import type { Ink } from "./frame.ts";

export interface Palette {
  readonly name: "dark" | "light" | "solarized";
  readonly background: string;
  readonly text: string;
  /** The 16 colors of SGR 30 to 37 and 90 to 97. */
  readonly inks: readonly string[];
}

// prettier-ignore
export const palettes: readonly Palette[] = [
  {
    // VS Code, dark.
    name: "dark", background: "#1e1e1e", text: "#cccccc",
    inks: [
      "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
      "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#e5e5e5",
    ],
  },
  {
    // VS Code, light.
    name: "light", background: "#ffffff", text: "#333333",
    inks: [
      "#000000", "#cd3131", "#107c10", "#949800", "#0451a5", "#bc05bc", "#0598bc", "#555555",
      "#666666", "#cd3131", "#14ce14", "#b5ba00", "#0451a5", "#bc05bc", "#0598bc", "#a5a5a5",
    ],
  },
  {
    // Solarized, light. https://ethanschoonover.com/solarized
    name: "solarized", background: "#fdf6e3", text: "#657b83",
    inks: [
      "#073642", "#dc322f", "#859900", "#b58900", "#268bd2", "#d33682", "#2aa198", "#eee8d5",
      "#002b36", "#cb4b16", "#586e75", "#657b83", "#839496", "#6c71c4", "#93a1a1", "#fdf6e3",
    ],
  },
];

export function paletteOf(name: Palette["name"]): Palette {
  const found = palettes.find((palette) => palette.name === name);
  if (!found) throw new Error(`palette not found: ${name}`);
  return found;
}

export function colourOf({ text, inks }: Palette, ink: Ink): string {
  return ink === "text" ? text : (inks[ink] ?? text);
}
