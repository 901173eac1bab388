/**
 * Names in GitHub's protocol that clients require. No other file of the embedded forge contains a
 * brand name.
 */
export const wire = {
  /** The API host that `gh` uses if its host is `github.localhost`. */
  apiHost: "api.github.localhost",
  webHost: "github.localhost",
  tokenExpiresHeader: "GitHub-Authentication-Token-Expiration",
  acceptedPermissionsHeader: "X-Accepted-GitHub-Permissions",
  ssoHeader: "X-GitHub-SSO",
  requestIdHeader: "X-GitHub-Request-Id",
  statelessTokenHeader: "x-github-stateless-s2s-token",
  versionHeader: "X-GitHub-Api-Version-Selected",
  mediaTypeHeader: "X-GitHub-Media-Type",
  mediaType: "github.v3; format=json",
  fineGrainedPrefix: "github_pat_",
  workflowFolders: [".github/workflows/", ".forge/workflows/"],
  reservedNamePrefixes: ["GITHUB_"],
  reservedAppNames: ["github", "gist"],
  billingPath: "copilot/billing",
  appPagesOnOwnHost: "github-apps",
  billingPlan: "copilot",
  billingPermission: "organization_copilot_seat_management",
  billingScope: "manage_billing:copilot",
  actionsBot: "github-actions[bot]",
  installationsNeedAppToken:
    "You must authenticate with an access token authorized to a GitHub App in order to list installations",
  rateLimitHelp: "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api",
} as const;
