import { defineCommand } from "../../cli/command.ts";

const examples = `
Examples:
  $ gatehouse firewall --allow-domains example.com -- curl https://example.com
  $ gatehouse firewall --config rules.yml -- npm test
  $ gatehouse firewall setup                       create the rules file
  $ gatehouse firewall check --config rules.yml --url https://example.com/a
  $ gatehouse firewall run --help                  all options of a run`;

export const firewall = defineCommand({ notes: examples });
