/** What is said of commands where no situation of these tests gets to, and the test that does. */
export const shownElsewhere: Readonly<Record<string, string>> = {};
