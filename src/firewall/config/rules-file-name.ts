/** What a rules file is called where nobody says otherwise. */
export const rulesFileName = "gatehouse-firewall.yml";
