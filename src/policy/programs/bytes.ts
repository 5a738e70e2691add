import { also, type Program, reads } from "./program.ts";

/** Bytes as letters and numbers, and back. */
export const bytePrograms: readonly Program[] = [
  reads("od", {
    options: `-abcdDfFhHiIlLoOsvxX -A= -j= -N= -S= -t= -w[=] --address-radix= --endian= --skip-bytes= --read-bytes= --strings[=]
      --format= --output-duplicates --width[=] --traditional`,
    operands: ["read"],
    loose: true,
    match: ["od -An -tx1 x", "od -c a.bin", "head -c 9 *.bin | od -c"],
    notMatch: ["od -c ~/.netrc"],
  }),
  reads("hexdump hd", {
    options: `-bcCdovxX -e= -f=< -L[=] -n= -s= --one-byte-octal --one-byte-hex --one-byte-char --canonical --two-bytes-decimal
      --two-bytes-octal --two-bytes-hex --color[=] --format= --format-file=< --length= --skip= --no-squeezing`,
    operands: ["read"],
    loose: true,
    match: ["hexdump -C x", "hexdump -n 64 -s 16 -C a.bin", "hd a.bin"],
    notMatch: ["hexdump -C ~/.netrc", "hexdump -f ~/.netrc x"],
  }),
  // Its options are words that may begin with others, and end at the first operand. The second operand is written.
  {
    names: ["xxd"],
    words: true,
    forms: [
      {
        options: `-a -autoskip -b -bits -C -capitalize -c= -cols= -d -e -E -EBCDIC -g= -groupsize= -i -include -l= -len= -n= -name=
          -o= -p -ps -plain -postscript -r -revert -s= -seek= -skip= -u -upper -v -version -h -help`,
        values: {
          "-c": /^\d+$/,
          "-cols": /^\d+$/,
          "-g": /^\d+$/,
          "-groupsize": /^\d+$/,
          "-l": /^(?:0x[\da-fA-F]+|\d+)$/,
          "-len": /^(?:0x[\da-fA-F]+|\d+)$/,
          "-n": /^\w+$/,
          "-name": /^\w+$/,
          "-o": /^(?:0x[\da-fA-F]+|\d+)$/,
          "-s": /^[+-]{0,2}(?:0x[\da-fA-F]+|\d+)$/,
          "-seek": /^[+-]{0,2}(?:0x[\da-fA-F]+|\d+)$/,
          "-skip": /^[+-]{0,2}(?:0x[\da-fA-F]+|\d+)$/,
        },
        optionsFirst: true,
        operands: ["read", "write"],
        prints: "decoded",
        match: ["xxd x | head", "xxd -l 64 x", "xxd -s 0x10 -l 16 a.bin", "xxd -p a.bin", "echo 6869 | xxd -r -p"],
        notMatch: ["xxd a b", "xxd *", "xxd -ps a b", "xxd README.md -p", "xxd -r a b", "xxd -c a b", "xxd ~/.netrc"],
      },
    ],
  },
  // On a Mac -o is a file to write.
  reads("base64 gbase64 base32", {
    options: "-dDi -b= -w= --decode --ignore-garbage --wrap= --break= ?-o=> ?--output=>",
    operands: ["read", "none"],
    prints: "decoded",
    match: ["base64 README.md", "base64 -d x.b64 | head", "base64 -w0 image.png"],
    notMatch: ["base64 -i a -o b", "base64 ~/.ssh/id_rsa", "base64 -d x > y", "base64 *"],
  }),
  also(
    { expands: true },
    reads("strings", {
      options: `-afowd -U= -n= -t= -e= -s= -T= -# --all --data --print-file-name --bytes= --radix= --include-all-whitespace
      --target=/ --encoding= --unicode= --output-separator=*`,
      operands: ["read"],
      match: ["strings bin/x", "strings -n 8 core.bin | head -20", "strings a.out | grep version"],
      notMatch: [
        "strings @list",
        "strings --output-separator @list a.out",
        "strings ~/.netrc",
        "strings /proc/self/environ",
        "strings *",
      ],
    }),
  ),
];
