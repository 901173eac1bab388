// A minimal Ink program that handles a key, with which the wizard's response to a key is compared.
import { render, Text, useInput } from "ink";
import { useReducer } from "react";

function Counter() {
  const [presses, press] = useReducer((count) => count + 1, 0);
  useInput(() => press());
  return <Text>ready {presses}</Text>;
}

render(<Counter />);
