import type { AssessedCommand, Assessment } from "../../policy/index.ts";

/** They print what a packed file holds, or search it. */
const opener = /^(?:(?:z|gz|bz|xz|lz|lz4|zst|zstd)(?:cat|[ef]?grep|less|more|diff|cmp)|funzip|pdftotext)$/;
/** The same, unless they are told to list it, or to say whether it is whole. */
const unpacker =
  /^(?:(?:p?zstd|[bg]?zip2?|xz|lzma|lzip|lzop|lz4|pigz|pbzip2)|g?un(?:zip|xz|zstd|lzma|lz4|lzop|compress|rar|pigz)|bunzip2|7z[ar]?|7zz|(?:bsd|g)?tar|cpio|pax|jar|ar|rar)$/;
const lists = /^(?:-?[a-zA-Z]*[tlvZT]\w*|--(?:list|test))$/;
const prints = /^(?:-?[a-zA-Z]*[cdpxO]\w*|-so|--(?:stdout|to-stdout|decompress|uncompress|extract|get))$/;

const decoder = /^(?:base64|base32|basenc|xxd|uudecode|openssl|gpg|iconv)$/;
const decodes = /^-[^-]*[dDrft]|^--(?:d|from|to)|^-?(?:base64|enc|zlib)$/;

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">): string => argv[0]?.split("/").at(-1) ?? "";

/** Whether a line prints or tests what a file holds in packed form: what is in it cannot be looked through before. */
export const unpacks = ({ commands }: Pick<Assessment, "commands">): boolean =>
  commands.some((command) => {
    if (opener.test(nameOf(command))) return true;
    if (!unpacker.test(nameOf(command))) return false;
    const [first = "", ...rest] = command.argv.slice(1).map((word) => word ?? "-x");
    const options = [first, ...rest.filter((word) => word.startsWith("-"))];
    return !options.some((word) => lists.test(word)) || options.some((word) => prints.test(word));
  });

/** Whether a command prints other letters for what it reads, out of which others may make a secret again. */
export const isDecoding = (command: AssessedCommand): boolean =>
  decoder.test(nameOf(command)) && command.argv.slice(1).some((word) => decodes.test(word ?? "-d"));
