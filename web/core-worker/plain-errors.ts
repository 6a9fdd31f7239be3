/** A browser's own error classes (such as QuotaExceededError) never arrive in Python; plain errors do. */

type Call = (...all: never[]) => unknown;

/** The same functions; what they reject with is an `Error` that says name and message. */
export function withPlainErrors<Functions extends { [Name in keyof Functions]: Call }>(
  functions: Functions,
): Functions {
  const wrapped = Object.entries<Call>(functions).map(([name, call]) => [
    name,
    (...all: never[]) => {
      const answer = call(...all);
      return answer instanceof Promise ? answer.catch(throwPlain) : answer;
    },
  ]);
  return Object.fromEntries(wrapped) as Functions;
}

function throwPlain(thrown: unknown): never {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  throw new Error(name === "Error" ? message : `${name}: ${message}`);
}
