import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { configSchema } from "../../../src/firewall/config/config-schema.ts";
import { findSections } from "../../../src/firewall/config/config-values.ts";
import { readConfig } from "../../../src/firewall/config/read-config.ts";

const validate = new Ajv({ allowUnionTypes: true }).compile(configSchema());

test("claims have a location, exceptions and a reason, and require an approval", () => {
  const text = `claims:
  - never: POST,PUT https://a.test/**
    except: [https://a.test/b, b.test]
    reason: only b changes
  - { never: evil.example, except: GET evil.example }
`;
  const config = readConfig(text, "r.yml");
  expect(config).toEqual({
    written: [],
    problems: [],
    claims: [
      {
        never: { id: "r.yml:2:12", text: "POST,PUT https://a.test/**", note: "only b changes" },
        except: [
          { id: "r.yml:3:14", text: "https://a.test/b" },
          { id: "r.yml:3:32", text: "b.test" },
        ],
      },
      {
        never: { id: "r.yml:5:14", text: "evil.example" },
        except: [{ id: "r.yml:5:36", text: "GET evil.example" }],
      },
    ],
  });
  expect(findSections(config)).toEqual(["claims"]);
});

test.each([
  ["x", "claims is not a list of claims such as `- never: evil.example`"],
  [["x"], '"x" is not a claim with never'],
  [[{ except: "x" }], '{"except":"x"} requires never: the requests that no rule allows'],
  [[{ never: ["x"] }], "never requires a text value"],
  [[{ never: "x", except: [["y"]] }], "except requires a text value"],
  [[{ never: "x", except: {} }], "except requires a text value"],
  [[{ never: "x", reason: ["y"] }], "reason requires a text value"],
  [[{ never: "x", expect: "y" }], "expect is not a valid key in a claim"],
])("claims %j are rejected, by the schema too", (claims, problem) => {
  const document = { claims };
  expect(validate(document)).toBe(false);
  const { claims: read, problems } = readConfig(JSON.stringify(document), "r.json");
  expect(read).toBeUndefined();
  const [first] = problems.map(({ text, problem: what }) => `${text} ${what}`);
  expect(first?.replace("]}", "")).toBe(problem);
});

test("an alias is rejected wherever it occurs in a claim", () => {
  const texts = [
    "env: &a [x]\nclaims: *a",
    "env: &a { never: x }\nclaims: [*a]",
    "env: &a [x]\nclaims: [{ never: *a }]",
    "env: &a [x]\nclaims: [{ never: x, except: *a }]",
    "env: &a x\nclaims: [{ never: x, except: [*a] }]",
  ];
  for (const text of texts) {
    const { claims, problems } = readConfig(text, "r.yml");
    expect(claims).toBeUndefined();
    expect(problems.map(({ problem }) => problem)).toContain("is an alias; write the value itself");
  }
});

test("the schema accepts valid claims", () => {
  const claims = [
    { never: "*", except: "x", reason: "y" },
    { never: "x", except: ["y", "z"] },
  ];
  expect(validate({ claims })).toBe(true);
});
