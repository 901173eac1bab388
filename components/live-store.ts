import { createRenderOptions, type Theme } from "../src/terminal/render-options.ts";
import type { Draw } from "../src/terminal/paint.ts";
import { textRows, type Row } from "../src/terminal/rows.ts";
import { count } from "../src/shared/count.ts";
import { layKeys, type KeyHint } from "./lay-keys.ts";

export interface LivePicture {
  readonly draw: Draw;
  readonly keys: readonly KeyHint[];
  readonly columns: number;
  readonly rows: number;
  /** Number of rows scrolled off the top. */
  readonly scroll: number;
}

/** Stores the screen's content outside React, which only draws it. */
export interface LiveStore {
  readonly rows: () => readonly Row[];
  readonly update: (change: Partial<LivePicture>) => void;
  readonly scrollBy: (pages: number) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createLiveStore(theme: Theme, start: LivePicture): LiveStore {
  let picture = start;
  let drawn = fitLive(picture, theme);
  const listeners = new Set<() => void>();
  const update = (change: Partial<LivePicture>) => {
    picture = { ...picture, ...change };
    drawn = fitLive(picture, theme);
    for (const listener of listeners) listener();
  };
  return {
    rows: () => drawn.rows,
    update,
    scrollBy: (pages) => {
      const step = Math.max(1, drawn.page - 1) * pages;
      update({ scroll: Math.max(0, Math.min(drawn.last, picture.scroll + step)) });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface FittedLive {
  readonly rows: readonly Row[];
  /** Number of rows that are visible at once. */
  readonly page: number;
  /** Highest scroll position. */
  readonly last: number;
}

/** Returns the rows that fit above the keys, followed by the keys. */
export function fitLive(picture: LivePicture, theme: Theme): FittedLive {
  const style = createRenderOptions(theme, picture.columns);
  const all = picture.draw(style);
  const keys = layKeys(picture.keys, style);
  // The last row of the terminal stays empty, because a line break in it would scroll all rows.
  const room = Math.max(1, picture.rows - keys.length - 2);
  if (all.length <= room) return { rows: [...all, [], ...keys], page: room, last: 0 };
  const page = Math.max(1, room - 1);
  const last = all.length - page;
  const scroll = Math.min(picture.scroll, last);
  const [above, below] = [scroll, last - scroll];
  const more =
    above > 0 && below > 0
      ? `${above} more above ${theme.signs.dot} ${below} more below`
      : `${count(above + below, "more row")} ${above > 0 ? "above" : "below"}`;
  const words = textRows(more, { style, tone: "quiet" }).slice(0, 1);
  return { rows: [...all.slice(scroll, scroll + page), ...words, [], ...keys], page, last };
}
