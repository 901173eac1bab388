// The least that Ink can do with a key: what the wizard's answer to one is measured against.
import { render, Text, useInput } from "ink";
import { useReducer } from "react";

function Counter() {
  const [presses, press] = useReducer((count) => count + 1, 0);
  useInput(() => press());
  return <Text>ready {presses}</Text>;
}

render(<Counter />);
