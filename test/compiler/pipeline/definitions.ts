/** Front matters that together contain every part of a definition. */
export const definitions: readonly (readonly [what: string, yaml: string])[] = [
  ["the smallest", "name: probe"],
  ["an App", "name: probe\nengine: {forge-app-token: {app-id: 5, owner: acme}}"],
  [
    "an App whose token stays",
    "name: probe\nengine: {forge-app-token: {app-id: 5, owner: acme, skip-token-revocation: true}}",
  ],
  ["a key", "name: probe\nengine: {provider: {base-url: 'https://m.example', api-key: $(KEY)}}"],
  [
    "a cloud's token",
    "name: probe\nengine: {provider: {base-url: 'https://m.example', token: {service-connection: my conn}}}",
  ],
  ["a program of one's own", "name: probe\nengine: {command: /tmp/agent, timeout-minutes: 5}"],
  ["the latest version", "name: probe\nengine: {version: latest}"],
  ["another version", "name: probe\nengine: {version: v9.9.9}"],
  ["approval of all", "name: probe\nsafe-outputs: {issue: {require-approval: true}}"],
  [
    "all that there is",
    `name: probe
engine:
  model: m-1
  agent: triage
  timeout-minutes: 45
  api-target: api.acme.example
  args: [--verbose]
  env: {A: '1'}
  forge-app-token: {app-id: 1234567, owner: octo-org, repositories: [octo-repo]}
  provider: {base-url: 'https://models.example.com/v1', type: cloud, token: {service-connection: my conn}}
network: {allowed: [a.example], blocked: [x.a.example], urls: ['https://b.example/x/**']}
pool: {name: my pool, demands: [docker]}
parameters: [{name: depth, type: number, default: 3}]
repositories: [{repository: tools, name: acme/tools}]
on: {schedule: '0 6 * * 1', push: {branches: [main], paths: {exclude: [docs]}}, pull-request: }
setup: [{bash: echo hi}]
steps: [{bash: "echo a\\necho b\\n", env: {N: 5, T: 'yes'}}]
post-steps: [{task: NodeTool@0, inputs: {versionSpec: '22.x'}}]
teardown: [{script: x}]
safe-outputs: {issue: {max: 2}, comment: {require-approval: true}}`,
  ],
];
