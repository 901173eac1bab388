import { describe, expect, test } from "vitest";
import { readPin } from "../../../src/run/control/cli-pin.ts";
import { pinPacked } from "../../../src/run/control/committed-package.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { findWordy } from "../asked-words.ts";
import { openLocation, packed, profile, yes } from "./control-file-bench.ts";

describe("the package for runs", () => {
  test("can be this gatehouse, which is committed before the file that names it", async () => {
    const location = openLocation();
    const answers = { ...yes, "control-package": "committed" };
    const { result, asked, questions } = await location.offer({ answers });
    expect(result).toBe("written");
    expect(asked).toEqual(["control-file", "control-package"]);
    expect(location.packages).toEqual([packed.fileName]);
    expect(readPin(location.text ?? "")).toEqual(pinPacked(packed, profile.brand));
    expect(questions["control-package"]).toMatchObject({
      options: [{ value: "committed" }, { value: "other" }],
    });
    for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
  });

  test("is the published version by default if there is one", async () => {
    const location = openLocation();
    location.isPublished = true;
    const answers = { ...yes, "control-package": "published" };
    const { questions } = await location.offer({ answers });
    expect(questions["control-package"]).toMatchObject({
      options: [{ value: "published" }, { value: "committed" }, { value: "other" }],
    });
    expect(readPin(location.text ?? "")).toEqual(somePin);
    expect(location.packages).toEqual([]);
  });
});
