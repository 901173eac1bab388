/** Default name of a rules file. */
export const rulesFileName = "gatehouse-firewall.yml";
