/** Of the panel in which a visitor chooses who phrases the answers. */
export const style = {
  heading: "Answer style",
  subtitle: "Who phrases the answers",
  off: "Answers are put together from this site's own sentences. Nothing you write leaves your browser.",
  on: (shown: string) => `Answers are phrased by ${shown}.`,
  address: "Base address",
  addressHint: "Of any OpenAI-compatible server, on this machine or elsewhere; it has to allow this page (CORS).",
  model: "Model",
  key: "Key (if the server wants one)",
  keyGone: "The key was not kept. Enter it again to use the model.",
  keepKey: "Keep the key on this device",
  keepKeyHint: "Otherwise it is gone when you leave this page.",
  test: "Test",
  use: "Use this model",
  turnOff: "Turn off",
  busy: "Asking the model…",
  tested: (reply: string) => `The model answers: “${reply}”`,
  keyNotice: "Answers are this site's own sentences until you enter the model's key again.",
  open: "Enter it",
  sentHeading: "What is sent",
  sent: "With each question that the pages answer: the question, up to five passages of the pages, and the last turns of this conversation.",
  neverSent:
    "Never sent: what is remembered of earlier conversations, passages that give orders to models, and anything to anybody else.",
  marksHeading: "What the mark means",
  marks:
    "Each sentence is compared with its passage by its words, numbers and names. The mark stands where the model named no source, or where no source says it.",
} as const;
