// The least that Ink can do: what the wizard's first frame is measured against.
import { render, Text } from "ink";

render(<Text>ready</Text>);
