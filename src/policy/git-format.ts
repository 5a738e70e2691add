/**
 * Formats of git, in which a field can start a program: to check a signature git starts gpg, which writes in the home
 * (`%G?`, `%(signature)`). And a name may stand for a file, whose whole text some fields would print (`%(raw)`,
 * `%(contents)`). So the fields are a closed list.
 */
const field = String.raw`\*?(?:refname|objecttype|objectsize|objectname|objectmode|deltabase|tree|parent|numparent|object|type|tag|path|(?:author|committer|tagger)(?:name|email|date)?|creator(?:date)?|subject|body|contents:subject|trailers|describe|decorate|upstream|push|symref|flag|HEAD|worktreepath|ahead-behind|is-base|color|align|if|then|else|end|refs|rest|eolinfo:\w+|eolattr)`;

const placeholder = [
  "%",
  String.raw`[-+ ]?(?:[nHhTtPpsfbBNdDSem]|[ac][nNeElLdDrtiIsSh]|g[DdnNeEs]|x[\da-fA-F]{2})`,
  String.raw`[\da-fA-F]{2}`,
  String.raw`C(?:red|green|blue|reset|\([\w ,:#!-]*\))`,
  String.raw`w\([\d, ]*\)`,
  String.raw`(?:<|>|>>|><)\|?\(-?\d+(?:, ?[lm]?trunc)?\)`,
  String.raw`[-+ ]?\(${field}(?::[^()]*)?\)`,
].join("|");

/** A format with known fields, or the name of one: what a repository makes of that name is part of its settings. */
export const gitFormat = new RegExp(`^(?:[^%]|%(?:${placeholder}))*$`, "s");

/** What a list of references is sorted by. */
export const gitOrder = new RegExp(`^-?(?:v(?:ersion)?:refname|${field}(?::[^()]*)?)?$`);
