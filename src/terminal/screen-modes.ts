/** Switches to the alternate screen and saves the window title. Both are restored at exit. */
export const enterScreen = "\u001b[22;2t\u001b[?1049h\u001b[2J\u001b[H\u001b[?2004h";
export const leaveScreen = "\u001b[?2004l\u001b[?25h\u001b[?1049l\u001b[23;2t";
/** Clears the screen and moves the cursor to the top left. */
export const clearScreen = "\u001b[2J\u001b[H";
