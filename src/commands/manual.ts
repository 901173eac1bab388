import { defineCommand } from "../cli/command.ts";

/** Prints all manual pages by file name. The build writes them to dist/man. */
export const manual = defineCommand({
  options: {
    date: { value: "day", isRequired: true, summary: "date of this version" },
    release: { value: "version", isRequired: true, summary: "version number" },
  },
  async run(edition, _, { describe }) {
    const { listCommands } = await import("../cli/described-command.ts");
    const { manualPage, pageName } = await import("./manual/manual-page.ts");
    const { printJson } = await import("./outcomes/print-json.ts");
    const program = await describe();
    const pages = listCommands(program).map(
      (each) => [`${pageName(each.path)}.1`, manualPage(each, program, edition)] as const,
    );
    printJson(Object.fromEntries(pages));
  },
});
