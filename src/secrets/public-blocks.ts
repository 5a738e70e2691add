const blockStart = /-----BEGIN ([A-Z0-9 ]+)-----|---- BEGIN SSH2 (PUBLIC) KEY ----/;
const blockEnd = /----[- ]END [A-Z0-9 ]+[- ]----/;
/** Also behind the name of the file that `grep` puts there, and the checksum of PGP. */
const isEmptyLine = /^(?:\S{0,256}[:|])?\s*(?:=\S{4})?\s*$/;
const blockHeader = /^[\s>|"'+-]*[\w-]+: /;

/** Follows lines that say that they are public: certificates, public keys, signatures. True for each line of one. */
export function createPublicBlocks(): (text: string, isEncoded: boolean) => boolean {
  let isInside = false;
  return (text, isEncoded) => {
    const start = blockStart.exec(text);
    if (start !== null) {
      const isOver = blockEnd.test(text.slice(start.index + start[0].length));
      isInside = !isOver && !(start[1] ?? "").includes("PRIVATE");
    } else if (isInside) {
      isInside = !blockEnd.test(text) && (isEncoded || isEmptyLine.test(text) || blockHeader.test(text));
    }
    return isInside;
  };
}
