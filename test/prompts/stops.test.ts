import { beforeEach, describe, expect, test } from "vitest";
import { createStops, type Stops } from "../../src/prompts/stops.ts";

let log: string[];
let stops: Stops;
beforeEach(() => {
  log = [];
  stops = createStops((by) => void log.push(`ended by ${by}`));
  stops.beforeEnd(() => void log.push("the screen is left"));
  stops.beforeEnd(() => void log.push("what is lost is said"));
  stops.onWaiting(() => void log.push("waiting"));
});

const question = { onStop: (stop: { by: string }) => void log.push(`stopped by ${stop.by}`) };
const store = { ...question, onRepeat: () => void log.push("held") };

describe("a stop signal", () => {
  test("is delivered to a listener, and consumed", () => {
    const leave = stops.listen(question);
    stops.stop("SIGTERM");
    expect([log, stops.consume()]).toEqual([["stopped by SIGTERM"], undefined]);
    leave();
    stops.listen(question);
    expect(log).toEqual(["stopped by SIGTERM"]);
  });

  test("without a listener waits for the next one", () => {
    stops.stop("SIGINT");
    stops.listen(question);
    expect(log).toEqual(["waiting", "stopped by SIGINT"]);
    expect(stops.consume()).toBeUndefined();
  });

  test("can be consumed once", () => {
    stops.stop("SIGINT");
    expect(stops.consume()?.by).toBe("SIGINT");
    expect(stops.consume()).toBeUndefined();
  });

  test("exits the process after cleanup if it is repeated before the first signal is delivered", () => {
    stops.stop("SIGINT");
    stops.stop("SIGTERM");
    expect(log).toEqual([
      "waiting",
      "the screen is left",
      "what is lost is said",
      "ended by SIGTERM",
    ]);
  });

  test("repeated with unsaved data first waits for a question; a third signal exits the process", () => {
    let isLosing = true;
    stops.spare(() => isLosing);
    stops.stop("SIGINT");
    stops.stop("SIGINT");
    expect(log).toEqual(["waiting", "waiting"]);
    stops.listen(question);
    expect(log).toEqual(["waiting", "waiting", "stopped by SIGINT"]);

    log.length = 0;
    stops.listen(question)();
    for (const by of ["SIGINT", "SIGINT", "SIGINT"] as const) stops.stop(by);
    const end = ["the screen is left", "what is lost is said", "ended by SIGINT"];
    expect(log).toEqual(["waiting", "waiting", ...end]);

    stops.consume();
    log.length = 0;
    isLosing = false;
    stops.stop("SIGINT");
    stops.stop("SIGINT");
    expect(log).toEqual(["waiting", ...end]);
  });

  test("is not delivered to a removed listener", () => {
    stops.listen(question)();
    stops.stop("SIGINT");
    expect(log).toEqual(["waiting"]);
  });
});

describe("an uninterruptible task", () => {
  test("is not interrupted by the first stop signal, which the next listener receives", () => {
    const leave = stops.listen(store);
    stops.stop("SIGTERM");
    leave();
    stops.listen(question);
    expect(log).toEqual(["waiting", "held", "stopped by SIGTERM"]);
  });

  test("is abandoned at the second stop signal, which is then consumed", () => {
    const leave = stops.listen(store);
    stops.stop("SIGINT");
    stops.stop("SIGINT");
    leave();
    expect(log).toEqual(["waiting", "held", "stopped by SIGINT"]);
    expect(stops.consume()).toBeUndefined();
  });

  test("starts although a stop signal is pending; the next signal counts as the second", () => {
    stops.stop("SIGINT");
    stops.listen(store);
    expect(log).toEqual(["waiting", "held"]);
    stops.stop("SIGINT");
    expect(log).toEqual(["waiting", "held", "stopped by SIGINT"]);
  });
});

describe("a closed terminal", () => {
  test("sends several signals, which count as one", () => {
    stops.listen(store);
    stops.stop("SIGHUP");
    stops.stop("SIGHUP");
    expect(log).toEqual(["waiting", "held"]);
  });

  test("remains closed: no further question is asked", () => {
    stops.listen(question);
    stops.stop("SIGHUP");
    stops.listen(question);
    expect([stops.consume()?.by, stops.consume()?.by]).toEqual(["SIGHUP", "SIGHUP"]);
    expect(log).toEqual(["stopped by SIGHUP", "stopped by SIGHUP"]);
    expect(stops.isHungUp()).toBe(true);
  });

  test("does not count as a second signal, and neither does the end of its input", () => {
    stops.listen(store);
    stops.stop("SIGHUP");
    stops.endInput();
    expect(log).toEqual(["waiting", "held"]);
  });

  test("after a Ctrl-C does not exit the process immediately", () => {
    stops.stop("SIGINT");
    stops.stop("SIGHUP");
    expect(log).toEqual(["waiting", "waiting"]);
    expect(stops.consume()?.by).toBe("SIGHUP");
  });
});

describe.each([
  ["the terminal was closed", () => stops.stop("SIGHUP")],
  ["the input ended", () => stops.endInput()],
])("after %s", (_what, end) => {
  test("a stop signal exits the process immediately despite unsaved data: no question can be asked", () => {
    stops.spare(() => true);
    end();
    stops.stop("SIGTERM");
    const ended = ["the screen is left", "what is lost is said", "ended by SIGTERM"];
    expect(log).toEqual(["waiting", ...ended]);
  });
});

describe("an ended input of an open terminal", () => {
  test("lets an uninterruptible task finish, and no further question is asked", () => {
    const leave = stops.listen(store);
    stops.endInput();
    stops.endInput();
    leave();
    stops.listen(question);
    stops.listen(question);
    expect(log).toEqual(["waiting", "held", "stopped by SIGINT", "stopped by SIGINT"]);
    expect(stops.isHungUp()).toBe(false);
  });
});
