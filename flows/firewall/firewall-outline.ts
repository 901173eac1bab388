/** Row names of the firewall setup in the progress log, in order. */
export const domainsRow = "Domains";
export const filterModeRow = "Interception";
export const logsRow = "Logs";
export const environmentRow = "Environment";
export const rulesRow = "Rules file";
export const trialRow = "Trial run";

export function firewallOutline(): readonly string[] {
  return [domainsRow, filterModeRow, logsRow, environmentRow, rulesRow, trialRow];
}
