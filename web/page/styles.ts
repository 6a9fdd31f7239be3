import { answerStyle } from "./styles/answer-style";
import { belowAnswers } from "./styles/below-answers";
import { colours } from "./styles/colours";
import { controls } from "./styles/controls";
import { conversation } from "./styles/conversation";
import { custody } from "./styles/custody";
import { fields } from "./styles/fields";
import { layout } from "./styles/layout";
import { memory } from "./styles/memory";
import { panes } from "./styles/panes";
import { prose } from "./styles/prose";
import { source } from "./styles/source";
import { why } from "./styles/why";

const inPanes = [panes, source, fields, custody, answerStyle, memory];

/** Everything that the chat looks like; colours first, because all others use them. */
export const styles = [colours, layout, controls, conversation, belowAnswers, prose, ...inPanes, why];
