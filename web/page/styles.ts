import { colours } from "./styles/colours";
import { controls } from "./styles/controls";
import { conversation } from "./styles/conversation";
import { layout } from "./styles/layout";
import { panes } from "./styles/panes";
import { prose } from "./styles/prose";
import { why } from "./styles/why";

/** Everything that the chat looks like; colours first, because all others use them. */
export const styles = [colours, layout, controls, conversation, prose, panes, why];
