import { describe, expect, test } from "vitest";
import { readFrontMatter } from "./read-front-matter.ts";

const app = "engine: {forge-app-token: {app-id: 5, owner: acme}}";
const cloud = "engine: {provider: {base-url: 'https://m.example', token: {service-connection: c}}}";
const named = (...lines: readonly string[]) => readFrontMatter(["name: a", ...lines].join("\n"));
const paths = (...lines: readonly string[]) => named(...lines).errors.map(({ path }) => path);
const step = (script: string) => `- bash: ${JSON.stringify(script)}`;

/** The service assembles each variable name only at run time. */
const composed = [
  "echo $(${{ parameters.x }})",
  "echo $(FORGE_${{ parameters.x }})",
  "echo $(forge.app.${{ parameters.x }}N)",
  "echo $(AW_${{ parameters.x }})",
  "echo ${{ format('$({0}_TOKEN)', 'FORGE_APP') }}",
  "echo $${{ replace('(FORGE~APP~PRIVATE~KEY)', '~', '_') }}",
  "echo $${{ parameters.a }}${{ parameters.b }}",
  "echo ${{ replace(parameters.a, '~', '_') }}",
  "echo ${{ '$(FORGE' }}${{ parameters.b }}",
  "echo ${{ coalesce('', '$') }}(x",
  "echo ${{ variables[parameters.x] }}",
  "echo ${{ variables [ format('FORGE{0}', '_APP_TOKEN') ] }}",
  "echo ${{ join(',', variables.*) }}",
  "echo ${{ convertToJson(variables) }}",
  "echo ${{ eq('}}', VARIABLES[parameters.x]) }}",
  "$[variables[parameters.x]]",
  "echo ${{ format('a",
];

describe.each([
  ["an App", app, ["setup", "steps", "post-steps", "teardown"]],
  ["a provider token", cloud, ["steps", "post-steps"]],
] as const)("with %s", (_, engine, fields) => {
  test.each(fields)("%s cannot compose the name of a variable", (field) => {
    expect(paths(engine, `${field}:`, ...composed.map(step))).toEqual(
      composed.map((_, at) => `${field}[${at}].bash`),
    );
  });

  test("a condition cannot read a variable by a computed name", () => {
    const conditions = [
      "startsWith(Variables[format('FORGE{0}', '_APP_TOKEN')], 'ghs_a')",
      "startsWith(variables [format('FORGE{0}', '_APP_TOKEN')], 'ghs_a')",
      "contains(join(',', variables.*), 'ghs_a')",
      "contains(convertToJson(variables), 'ghs_a')",
    ];
    const steps = conditions.map((each) => `- {bash: x, condition: ${JSON.stringify(each)}}`);
    expect(paths(engine, "steps:", ...steps)).toEqual(
      conditions.map((_, at) => `steps[${at}].condition`),
    );
  });

  test("a template key cannot compose the name of a variable", () => {
    const keys = [
      "${{ each p in split('$(FORGE~APP~TOKEN)', '~') }}",
      "${{ each v in variables }}",
      "${{ if eq(variables[parameters.x], 'a') }}",
    ];
    const steps = keys.map((key) => `- ${JSON.stringify(key)}: [{bash: x}]`);
    expect(paths(engine, "steps:", ...steps)).toHaveLength(keys.length);
    expect(paths(engine, 'steps: [{bash: x, "$(${{ parameters.x }})": y}]')).toHaveLength(1);
  });

  test.each(["$", "$(FORGE_APP", "a $(b) $(", "x\n$(AW_"])(
    "a parameter cannot contain a part of a variable reference: %j",
    (half) => {
      const text = JSON.stringify(half);
      expect(paths(engine, `parameters: [{name: a, default: ${text}}]`)).toEqual([
        "parameters[0].default",
      ]);
      expect(paths(engine, `parameters: [{name: a, values: [${text}, b]}]`)).toEqual([
        "parameters[0].values[0]",
      ]);
      expect(
        paths(engine, `parameters: [{name: a, type: object, default: {k: [{${text}: 1}]}}]`),
      ).toHaveLength(1);
    },
  );

  test.each([
    "- template: more.yml",
    "- {Template: more.yml, bash: x}",
    "- ${{ if eq(1,1) }}: [{template: more.yml}]",
    "- ${{ if eq(1,1) }}: {template: more.yml}",
    "- ${{ if eq(1,1) }}: [{'${{ each s in parameters.x }}': [{bash: y}, {template: z.yml}]}]",
    "- ${{ each s in parameters.more }}: ['${{ s }}']",
    "- ${{ each s in parameters.more }}: ${{ s.steps }}",
    "- {bash: x, '${{ insert }}': '${{ parameters.more }}'}",
  ])("a job that mints a token cannot include unchecked steps: %s", (item) => {
    for (const field of ["steps", "post-steps"]) {
      const { errors } = named(engine, `${field}:`, item);
      expect(errors.map(({ message }) => message)).toEqual([
        "includes steps that gatehouse cannot check, in a job that mints a token",
      ]);
    }
  });
});

test("with an App, no job can include unchecked steps, because they could use the App's key", () => {
  for (const field of ["setup", "teardown"]) {
    const { errors } = named(app, `${field}: [{template: more.yml}]`);
    expect(errors.map(({ message }) => message)).toEqual([
      "includes steps that gatehouse cannot check, and they could use the App's private key",
    ]);
    expect(paths(cloud, `${field}: [{template: more.yml}]`)).toEqual([]);
  }
});

/** Ordinary content of steps that does not refer to a variable of the service. */
const ordinary = [
  'x=$(cat "${{ parameters.file }}"); echo "$x"',
  "echo $(git rev-parse HEAD) $(date +%s) `hostname`",
  "for each in $(ls ${{ parameters.folder }}); do echo $each; done",
  "echo ${variables[0]} ${#variables[@]} ${variables[*]}",
  "python -c 'variables[key] = 1; print(variables[key], variables.x, variables)'",
  "jq '.variables[] | .name' file.json; jq -r '.[\"a\"].b' <<< \"$json\"",
  'echo "${{ parameters.x }}" "$(( 1 + 2 ))" "${x:-y}" "${x[@]}" "$$" "$?" "$1"',
  "echo ${{ parameters.a }}${{ parameters.b }} ${{ parameters['a'] }}",
  "echo ${{ lower(parameters.x) }} ${{ coalesce(parameters.x, 'none') }}",
  "echo ${{ eq(parameters.x, 'y') }} ${{ variables.X }} ${{ variables['Build.SourceBranch'] }}",
  "echo ${{ convertToJson(parameters.x) }} ${{ length(parameters.list) }}",
  "echo $(Build.BuildId) $(System.AccessToken) $(my-key) $(Setup.KEY)",
  'curl -H "Authorization: Bearer $TOKEN" https://a.example/$(Build.BuildId)/${{ parameters.x }}',
  "awk '{ print $1 }' file | sed -e 's/a$/b/' -e 's/$(x)/y/'",
  "cat <<'EOF'\n{{ template }} ${{ parameters.x }}\n${{ item.name }}\nEOF",
  "node -e 'console.log(`${{}}`, `${[1]}`, $(\"#id\"))'",
  "make VERSION=$(cat VERSION) TAG=${{ parameters.tag }} $(MAKE) all",
  "docker run -e A=$(A) -v $(pwd):/w image sh -c 'echo $(echo nested $(echo ${{ parameters.x }}))'",
  "echo price $5 {{ x }} ${{ parameters.amount }}$",
  "if [[ $(uname) == Linux && -n ${{ parameters.x }} ]]; then echo $[1+2]; fi",
];

test.each([
  ["an App", app],
  ["a provider token", cloud],
  ["neither", "engine: agent-cli"],
])("ordinary steps are accepted with %s", (_, engine) => {
  const lines = ["setup", "steps", "post-steps", "teardown"].flatMap((field) => [
    `${field}:`,
    ...ordinary.map(step),
    "- ${{ if and(eq(variables['Build.Reason'], 'Manual'), ne(parameters.x, '$')) }}: [{bash: x}]",
    "- ${{ elseif parameters.y }}: [{bash: x}]",
    "- ${{ else }}: [{bash: x}]",
    "- ${{ each one in parameters.list }}: [{bash: 'echo ${{ one.name }}', '${{ if one.env }}': {env: {A: '${{ one.env }}'}}}]",
    "- {bash: x, condition: \"and(succeeded(), eq(variables['Build.SourceBranch'], 'refs/heads/main'), ne(variables.X, 'variables'))\"}",
    "- {task: A@1, inputs: {'${{ parameters.name }}': '${{ parameters.value }}', key: key}}",
  ]);
  const parameters = "parameters: [{name: x, displayName: 'How much, in $', default: '$5 $(x)'}]";
  expect(named(engine, parameters, ...lines).errors).toEqual([]);
});

test("without minting, variable names can be composed, and steps can be included", () => {
  const { errors } = named(
    "parameters: [{name: a, default: $}]",
    "steps:",
    ...composed.map(step),
    "- template: more.yml",
    "- ${{ each s in parameters.more }}: ['${{ s }}']",
  );
  expect(errors).toEqual([]);
});

test.each([
  ["an open macro and spaces", `$(${" ".repeat(900_000)}`],
  ["unclosed expressions", "${{".repeat(300_000)],
  ["expressions", "${{ a }}".repeat(110_000)],
  ["macros and expressions", "$(${{a}}".repeat(110_000)],
  ["macros", "$(".repeat(450_000)],
  ["dollars", "$".repeat(900_000)],
  ["quotes", "${{ '' ".repeat(120_000)],
  ["lookups", `\${{ ${"variables[ '".repeat(70_000)}`],
  ["spaces in a lookup", `\${{ variables${" ".repeat(900_000)}`],
  ["functions", `\${{ ${"f ( ".repeat(200_000)}`],
  ["names", "FORGE_APP_".repeat(90_000)],
])("a megabyte of %s is read quickly", (_, script) => {
  expect(named(app, "parameters: [{name: a}]", "steps:", step(script))).toBeDefined();
});
