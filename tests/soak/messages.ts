/** What people add after an answer; between questions made from the documents' headings. */
const FOLLOW_UPS = [
  "Why?",
  "And how do I turn it off?",
  "Can you say more about that?",
  "ok thx",
  "What about errors?",
  "Is there an example?",
  "no, I meant the other one",
  "Does it work with websockets?",
  "What happens when it fails?",
  "Say it again",
  "How is that different?",
  "When should I use it?",
  "???",
  "Which one is the default?",
  "Where is it configured?",
  "Let's talk about something else",
  "What did I ask first?",
] as const;

/** Message number `turn` (from 0): two questions from headings, then one follow-up, in an order that does not repeat soon. */
export function messageAt(turn: number, questions: readonly string[]): string {
  if (turn % 3 === 2) return FOLLOW_UPS[Math.floor(turn / 3) % FOLLOW_UPS.length] ?? "Why?";
  return questions[(turn * 7) % questions.length] ?? "What is this?";
}
