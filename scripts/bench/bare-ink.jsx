// A minimal Ink program, with which the wizard's first frame is compared.
import { render, Text } from "ink";

render(<Text>ready</Text>);
