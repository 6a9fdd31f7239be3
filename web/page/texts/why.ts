type Levels = readonly (readonly [from: number, word: string])[];

const SURE: Levels = [
  [0.65, "sure"],
  [0.5, "fairly sure"],
  [0.35, "not sure"],
  [0.15, "doubtful"],
  [0, "most likely not"],
];
const AMOUNT: Levels = [
  [0.9, "nearly all"],
  [0.6, "most"],
  [0.4, "about half"],
  [0.15, "some"],
  [0, "few"],
];
const FIT: Levels = [
  [0.7, "well"],
  [0.45, "fairly well"],
  [0, "loosely"],
];
const LIKELY: Levels = [
  [0.7, "very likely"],
  [0.5, "likely"],
  [0.25, "possible"],
  [0, "unlikely"],
];

/** Of "Why this answer?". */
export const why = {
  summary: "Why this answer?",
  deciders: {
    network: "A trained network decided how to answer.",
    heuristic: "Fixed rules decided how to answer.",
    wording: "Known by its wording; nothing had to be searched for.",
  } as Record<string, string>,
  decider: (name: string) => `Decided by: ${name}.`,
  mattered: "What mattered",
  plan: "Plan",
  taken: "Used",
  left: "Found, but left out",
  memory: "From memory",
  nothing: "nothing",
  yes: "yes",
  fit: (percent: string) => `${percent} fit`,
  features: {
    confidence: "Whether the pages answer this",
    term_share: "Words of your question that stand together in one passage",
    top_score: "How well the best passage fits at first sight",
    agreement_share: "Passages found by their words and by their meaning",
    open_share: "Whether you left open what you mean",
    rival_count: "Topics that would fit",
    compares: "You ask for a comparison",
    asks_formal: "You ask for an exact account",
    asks_example: "You ask for an example",
    decision: "Your message was read as",
    added_share: "Words taken over from before",
    shift_share: "Whether you turned to a new subject",
    shown_share: "Best passages that you have seen already",
    trend: "The conversation is",
    was_ambiguous: "It asked back just before",
    recalled_coverage: "How much earlier conversations tell of it",
  } as Record<string, string>,
  /** What a share from 0 to 1 means, by feature: the first whose bound it reaches. */
  levels: {
    confidence: SURE,
    term_share: AMOUNT,
    top_score: FIT,
    agreement_share: AMOUNT,
    open_share: LIKELY,
    added_share: AMOUNT,
    shift_share: LIKELY,
    shown_share: AMOUNT,
    recalled_coverage: AMOUNT,
  } as Record<string, Levels>,
  decisions: {
    standalone: "a question of its own",
    follow_up: "going on from before",
    topic_change: "a new subject",
    start_over: "starting over",
    correction: "a correction",
    answer_to_offer: "an answer to what it asked you",
  } as Record<string, string>,
  planLine: (words: number, passages: number, topics: number) =>
    `In about ${words} words at most, from up to ${passages} ${passages === 1 ? "passage" : "passages"} on up to ${topics} ${topics === 1 ? "topic" : "topics"}.`,
  modes: {
    answer: "Answer the question.",
    compare: "Compare the things that were named.",
    clarify: "Ask back what was meant.",
    not_covered: "Say that the pages do not cover it.",
    smalltalk: "Small talk.",
  } as Record<string, string>,
  contexts: {
    whole: "It searched with your message and the words taken over from before.",
    part: "It searched with your message and, less weighty, the words taken over from before.",
    alone: "It searched with your message alone.",
  },
  reasons: {
    not_enough: "does not answer it",
    asked_back: "waits for your choice",
    weaker: "fits much less than the best",
    shown_before: "shown often already",
    other_topic: "on another topic",
    enough: "enough was said",
    nothing_new: "added nothing new",
  } as Record<string, string>,
  remembered: {
    topic: "Subject",
    added: "Words taken over",
    slots: "Filters",
    entities: "Names so far",
    recalled: "Earlier conversations",
    trend: "The conversation is",
  },
  turns: (count: number) => `${count} ${count === 1 ? "question" : "questions"}`,
} as const;
