import { Box, Text, useCursor, useIsScreenReaderEnabled } from "ink";
import { useSyncExternalStore } from "react";
import { Checklist } from "./checklist.tsx";
import { complaintOf } from "./draw-control.ts";
import { fitScreen, type FittedScreen } from "./fit-screen.ts";
import { Header } from "./header.tsx";
import { KeyBar } from "./key-bar.tsx";
import type { Control } from "./keys/control.ts";
import { Notes } from "./notes.tsx";
import { Options } from "./options.tsx";
import { Question } from "./question.tsx";
import { Rows } from "./rows.tsx";
import { hasRoom, type Screen, type ScreenStore } from "./screen-store.ts";
import { SecretField } from "./secret-field.tsx";
import { TextField } from "./text-field.tsx";
import type { Theme } from "./theme.ts";
import { WaitStatus } from "./wait-status.tsx";

/** The whole screen: what is done, one question or one wait, and the keys that work. */
export function Wizard({ store, theme }: { store: ScreenStore; theme: Theme }) {
  const screen = useSyncExternalStore(store.subscribe, store.read);
  const isSpoken = useIsScreenReaderEnabled();
  const { setCursorPosition } = useCursor();
  const fitted = fitScreen(screen, theme);
  const isShown = isSpoken || hasRoom(screen);
  setCursorPosition(isShown && !isSpoken ? fitted.cursor : undefined);
  return isShown ? <Parts screen={screen} fitted={fitted} /> : <MoreRoom />;
}

function MoreRoom() {
  return <Text>Please make the window larger.</Text>;
}

function Parts({ screen, fitted }: { screen: Screen; fitted: FittedScreen }) {
  const { parts, look } = fitted;
  const { control, error } = screen.open ?? {};
  // What went wrong is said before it is asked what to do now.
  const question = error ? [...parts.body, ...parts.title] : [...parts.title, ...parts.body];
  return (
    <Box flexDirection="column" width="100%">
      <Header screen={screen} rows={parts.header} />
      <Checklist marks={screen.marks} rows={parts.checklist} />
      <Notes notes={screen.notes} rows={parts.notes} />
      <Question screen={screen} rows={question} />
      {control && <Answer control={control} fitted={fitted} />}
      <KeyBar screen={screen} look={look} rows={parts.keys} />
    </Box>
  );
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
      {control.kind === "secret" && <SecretField secret={control} rows={rows} />}
      {control.kind === "wait" && <WaitStatus wait={control} rows={rows} />}
      {isSpoken ? (
        <Text>{complaintOf(control) ?? ""}</Text>
      ) : (
        <Rows rows={fitted.parts.complaint} />
      )}
    </Box>
  );
}
