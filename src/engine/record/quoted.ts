import { makeVisible } from "../../base/index.ts";
import type { Redact } from "../contract/judge.ts";

const asItIs: Redact = (text) => text;

/**
 * What a sentence of Cotty's own says in the words of others: a name on the target, another command. Secrets are taken
 * out of it here and nowhere later. The words around it are stored as they are: else whoever makes a session learn a
 * value that is really a sentence could take it off the card that a person decides by.
 */
export const quoted = (text: string, redact: Redact = asItIs): string => makeVisible(redact(text));
