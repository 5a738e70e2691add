const verbs = [
  "delete remove rm erase wipe clean cleanup purge prune empty clear free\\s+up kill stop start restart reload reboot",
  "shutdown shut install uninstall upgrade update patch fix repair solve create add write edit change modify configure",
  "enable disable mount unmount format resize move copy rename deploy push pull commit merge rebase checkout revert",
  "reset download upload send build compile execute block allow ban unban renew rotate generate migrate back\\s+up",
  "restore flush terminate disconnect implement refactor translate explain",
]
  .join(" ")
  .split(" ")
  .join("|");

const order = new RegExp(
  `(?:^|[.;,!:]\\s*|\\b(?:and|then|please|can you|could you|would you|will you|to|help me|just|let'?s|how (?:do|can|would|should) (?:i|we))\\s+)(?:${verbs})\\b`,
  "i",
);
const orderInQuestion = new RegExp(`(?:[.;,?!:]\\s*|\\b(?:and|then)\\s+)(?:please\\s+)?(?:${verbs})\\b`, "i");
const question =
  /^(?:what|whats|which|who|whose|where|when|why|is|are|am|was|were|does|do|did|has|have|any|how (?:many|much|big|long|full))\b/i;

/**
 * Whether a request asks for something to be changed ("restart nginx", "… and delete them"). A verb inside a question
 * ("which packages do I need to update?") is no order, so there only what comes after it is looked at.
 */
export function hasChangeVerb(request: string): boolean {
  const text = request.trim();
  return (question.test(text) ? orderInQuestion : order).test(text);
}
