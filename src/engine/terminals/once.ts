import type { Reply } from "../../protocol/index.ts";

/** As many as the rules of a session remember of other requests. */
const remembered = 256;

/** Carries out what has a name only once: a client that lost the answer asks again, and must not type again. */
export function createOnce() {
  const answers = new Map<string, Promise<Reply>>();
  return {
    answer(id: string | undefined, act: () => Promise<Reply>): Promise<Reply> {
      if (id === undefined) return act();
      const known = answers.get(id);
      if (known !== undefined) return known;
      const answer = act();
      answers.set(id, answer);
      const [oldest] = answers.keys();
      if (answers.size > remembered && oldest !== undefined) answers.delete(oldest);
      // What was refused may be asked for again.
      const forget = () => answers.delete(id);
      answer.then(({ outcome }) => outcome === "refused" && forget(), forget);
      return answer;
    },
  };
}
