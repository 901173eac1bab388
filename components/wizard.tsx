import { Box, Text, useCursor, useIsScreenReaderEnabled } from "ink";
import { useSyncExternalStore } from "react";
import { complaintOf } from "./draw-control.ts";
import type { FittedScreen } from "./fit-screen.ts";
import { Header } from "./header.tsx";
import { History } from "./history.tsx";
import { KeyBar } from "./key-bar.tsx";
import type { Row } from "../src/terminal/rows.ts";
import type { Control } from "./keys/control.ts";
import type { DisclosureState } from "./keys/disclosure.ts";
import { ListField } from "./list-field.tsx";
import { Notes } from "./notes.tsx";
import { Options } from "./options.tsx";
import { Question } from "./question.tsx";
import { Rows } from "./rows.tsx";
import { hasRoom, moreRoom, type Screen, type ScreenStore } from "./screen-store.ts";
import { SecretField } from "./secret-field.tsx";
import { TextField } from "./text-field.tsx";
import { WaitStatus } from "./wait-status.tsx";

/** The complete screen: completed steps, a question or a wait, and the keys that work. */
export function Wizard({ store, fit }: WizardProps) {
  const screen = useSyncExternalStore(store.subscribe, store.read);
  const isSpoken = useIsScreenReaderEnabled();
  const { setCursorPosition } = useCursor();
  const fitted = fit(screen);
  const isShown = isSpoken || hasRoom(screen);
  setCursorPosition(isShown && !isSpoken ? fitted.cursor : undefined);
  return isShown ? <Parts screen={screen} fitted={fitted} /> : <MoreRoom />;
}

interface WizardProps {
  readonly store: ScreenStore;
  /** Lays out the screen. */
  readonly fit: (screen: Screen) => FittedScreen;
}

function MoreRoom() {
  return <Text>{moreRoom}</Text>;
}

function Parts({ screen, fitted }: { screen: Screen; fitted: FittedScreen }) {
  const isSpoken = useIsScreenReaderEnabled();
  const { parts, style } = fitted;
  const control = screen.open?.control;
  return (
    <Box flexDirection="column" width="100%">
      <Header screen={screen} rows={parts.header} />
      <History past={screen} rows={parts.history} />
      <Notes notes={screen.notes} rows={parts.notes} />
      <Question screen={screen} rows={[...parts.title, ...parts.body]} />
      {control && <Answer control={control} fitted={fitted} />}
      {!isSpoken && <Rows rows={parts.outlook} />}
      <KeyBar screen={screen} style={style} rows={parts.keys} />
    </Box>
  );
}

/**
 * The prompt for continuing after a text. Screen readers announce it together with the key hints.
 */
function Proceed({ control, rows }: { control: DisclosureState; rows: readonly Row[] }) {
  const isSpoken = useIsScreenReaderEnabled();
  return isSpoken ? <Text>{`enter: ${control.proceed}`}</Text> : <Rows rows={rows} />;
}

function Answer({ control, fitted }: { control: Control; fitted: FittedScreen }) {
  const isSpoken = useIsScreenReaderEnabled();
  const rows = fitted.parts.control;
  return (
    <Box flexDirection="column">
      {(control.kind === "select" || control.kind === "multi-select") && (
        <Options list={control} rows={rows} />
      )}
      {control.kind === "text" && <TextField text={control} rows={rows} />}
      {control.kind === "list" && <ListField list={control} rows={rows} />}
      {control.kind === "secret" && <SecretField secret={control} rows={rows} />}
      {control.kind === "disclosure" && <Proceed control={control} rows={rows} />}
      {control.kind === "wait" && <WaitStatus wait={control} rows={rows} />}
      {isSpoken ? (
        <Text>{control.kind === "list" ? "" : (complaintOf(control) ?? "")}</Text>
      ) : (
        <Rows rows={fitted.parts.complaint} />
      )}
    </Box>
  );
}
