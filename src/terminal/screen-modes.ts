/** Takes a screen of its own. The window's title is put aside, and comes back in the end, as the screen does. */
export const enterScreen = "\u001b[22;2t\u001b[?1049h\u001b[2J\u001b[H\u001b[?2004h";
export const leaveScreen = "\u001b[?2004l\u001b[?25h\u001b[?1049l\u001b[23;2t";
/** Nothing is left, and the cursor is in the first place. */
export const clearScreen = "\u001b[2J\u001b[H";
