import { compressorPrograms } from "./compressors.ts";
import { also, bothDashes, type Form, type Program, reads, subs } from "./program.ts";

/** What every sub-command of openssl takes. Two dashes mean the same as one. */
const certificate =
  "-in=< -inform= -outform= -noout -text ?-out=> ?-writerand=> !loads:-engine=! !loads:-provider=! !loads:-provider-path=!";
const digests = "-sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -md5 -hex -r -c -binary";

/** Another one is that of an engine, which is a library. */
const encoding = /^(?:pem|der)$/i;

const x509 = `-subject -issuer -dates -startdate -enddate -serial -hash -subject_hash -issuer_hash -fingerprint -sha1 -sha256
  -sha512 -md5 -pubkey -modulus -purpose -email -ocsp_uri -ocspid -alias -ext= -checkend= -checkhost= -checkip=
  -checkemail= -nameopt= -certopt=`;

const opensslForm = (
  sub: string,
  options: string,
  { in: role = "read", ...form }: Pick<Form, "operands" | "has" | "match" | "notMatch"> & { in?: "open" | "read" },
): Form => ({
  sub,
  options: bothDashes(`${role === "open" ? certificate.replace("-in=<", "-in=.") : certificate} ${options}`),
  values: { "-inform": encoding, "--inform": encoding, "-outform": encoding, "--outform": encoding },
  ...form,
});

/** Its patterns, tapes and checks do nothing to a list. In which order they stand does not matter to it. */
const listsTar = `-tvzjJaZiRp -f=< -b= --list --file=< --verbose --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --lzip
  --lzop --compress --uncompress --auto-compress --no-auto-compress --wildcards --no-wildcards --anchored --no-anchored
  --ignore-case --no-ignore-case --wildcards-match-slash --no-wildcards-match-slash --exclude=* --full-time
  --numeric-owner --utc --totals[=] --occurrence[=] --show-transformed-names --show-stored-names --strip-components=
  --warning= --force-local --no-recursion --recursion --block-number --quoting-style= --ignore-zeros --blocking-factor=
  --read-full-records`;

/** What tar starts to unpack. */
const unpackers = "sh gzip compress bzip2 xz lzma lzip lzop zstd pigz lz4 pbzip2 lbzip2".split(" ");
const unpacker = /^(?:zstd|pigz|gzip|xz|bzip2|lz4|pbzip2|lbzip2)(?:\s+-[\dT]+)*$/;

const plugin = "!loads:--plugin=! !loads:--plugin-path=!";

/**
 * What is inside programs and libraries. A word with @ names a file of options, --plugin loads a library, and the source
 * lines and linked debug files that a program names may be any file, or come from the network. objdump -i makes a file.
 */
const binaryPrograms: readonly Program[] = [
  also(
    { expands: true },
    reads("nm", {
      options: `-aABDeghijmnoprsSuvxCWPlL -f= -t= -X= -F= -T= ${plugin} --debug-syms --print-file-name --demangle[=] --no-demangle
        --dynamic --extern-only --format= --line-numbers --numeric-sort --no-sort --print-armap --print-size --reverse-sort
        --size-sort --special-syms --synthetic --radix= --target=/ --undefined-only --defined-only --no-weak --quiet
        --just-symbols --with-symbol-versions --without-symbol-versions --portability`,
      operands: ["open"],
      match: ["nm -D x.so", "nm -C lib.a"],
      notMatch: [
        "nm -U -- --plugin=./x.so a.o",
        "nm --plugin ./x.so a.o",
        "nm --plug=./x.so a.o",
        "nm @options",
        "nm *",
      ],
    }),
  ),
  also(
    { expands: true },
    reads("readelf", {
      options: `-ahlSgtesCnrudVAcDLIWTz -U= -x=* -p=* -R=* ?-w[=] ?--debug-dump[=] ?-P ?--process-links --all --file-header
        --program-headers --segments --section-headers --sections --section-groups --section-details --headers --syms
        --symbols --dyn-syms --lto-syms --sym-base= --demangle[=] --no-demangle --unicode= --notes --relocs --unwind
        --dynamic --version-info --arch-specific --archive-index --use-dynamic --lint --enable-checks --hex-dump=
        --string-dump= --relocated-dump= --decompress --histogram --wide --silent-truncation`,
      operands: ["read"],
      match: ["readelf -h a.out", "readelf -a x", "readelf -Wd lib.so"],
      notMatch: [
        "readelf -w a.out",
        "readelf -wK a.out",
        "readelf @options",
        "readelf -x @options a.out",
        "git ls-files | xargs readelf -h --",
        "readelf -x .data ~/.netrc",
      ],
    }),
  ),
  also(
    { expands: true },
    reads("size", {
      options: "-ABGdoxtfm -l --format= --radix= --totals --common --target=/",
      operands: ["open"],
      match: ["size a.out", "size -A -x a.o"],
      notMatch: ["size @options", "size *"],
    }),
  ),
];

/** Packed and signed files, and what is inside programs. */
export const archivePrograms: readonly Program[] = [
  ...compressorPrograms,
  {
    names: ["tar", "gtar"],
    letters: true,
    starts: unpackers,
    forms: [
      {
        has: ["-t", "--list"],
        options: `${listsTar} -I= --use-compress-program=`,
        values: { "-I": unpacker, "--use-compress-program": unpacker },
        operands: ["text"],
        late: true,
        match: [
          "tar tf x.tar",
          "tar -tvzfa.tgz",
          "tar tvfb a.tar 20",
          "tar --list --file=a.tar src",
          "tar -I zstd -tf a",
        ],
        notMatch: [
          "tar xf x.tar",
          "tar txf x.tar",
          "tar -tf a.tar -X names",
          "tar tfI a.tar ./x.sh",
          "tar tf host:x.tar",
        ],
      },
    ],
  },
  // Its -I is a list of names.
  {
    names: ["bsdtar"],
    letters: true,
    starts: unpackers,
    forms: [
      {
        has: ["-t", "--list"],
        options: listsTar,
        operands: ["text"],
        late: true,
        match: ["bsdtar tf x.tar"],
        notMatch: ["bsdtar -tf a.tar -I names.txt", "bsdtar xf a.tar"],
      },
    ],
  },
  // Its options stand in front of the archive; behind it every word is the name of a member.
  subs("unzip", "", [
    {
      has: ["-l", "-v"],
      options: "-lvqC",
      operands: ["open", "text"],
      match: ["unzip -l x.zip", "unzip -lq a.zip", "unzip -v a.zip src/*"],
      notMatch: ["unzip a.zip", "unzip a.zip -l", "unzip -l-l a.zip", "unzip -l a.zip -d out", "unzip -lo a.zip"],
    },
    {
      has: ["-t"],
      options: "-tqC",
      operands: ["open", "text"],
      match: ["unzip -tqq a.zip"],
      notMatch: ["unzip -t-t a.zip", "unzip -tx a.zip", "unzip a.zip -t README.md"],
    },
    { has: ["-z"], options: "-zq", operands: ["open"], match: ["unzip -z a.zip"], notMatch: ["unzip -zo a.zip"] },
    {
      has: ["-Z"],
      options: "-Z12smlvhtTzC",
      operands: ["open", "text"],
      match: ["unzip -Z1 a.zip"],
      notMatch: ["unzip -1 a.zip", "unzip a.zip -Z1"],
    },
    {
      has: ["-p", "-c"],
      options: "-pcqC",
      operands: ["read"],
      needs: 2,
      prints: "decoded",
      // Its patterns are its own: a star also stands for the dot of a hidden file and for slashes.
      operandIs: [/^/, /^[^*?[\]\\]+$/],
      match: ["unzip -p app.jar META-INF/MANIFEST.MF"],
      notMatch: [
        "unzip -p a.zip",
        "unzip -p a.zip .env",
        "unzip -pd out a.zip x",
        "unzip -p a.zip '*env'",
        "unzip -p a.zip '[.]env'",
      ],
    },
  ]),
  reads("zipinfo", {
    options: "-12smlvhtTzC",
    operands: ["open", "text"],
    match: ["zipinfo -1 x.zip", "zipinfo a.zip"],
    notMatch: ["zipinfo --unknown a.zip"],
  }),
  {
    names: ["openssl"],
    words: true,
    forms: [
      opensslForm("req", "-subject -verify -pubkey -modulus -nameopt= -reqopt=", {
        has: ["-noout", "--noout"],
        match: ["openssl req -in a.csr -noout -text"],
        notMatch: ["openssl req -new", "openssl req -in a.csr", "openssl req -noout -key x"],
      }),
      // Of a certificate it prints fields, and of any other file nothing: it says that it could not read it.
      opensslForm("x509", x509, {
        in: "open",
        has: ["-noout", "--noout"],
        match: [
          "openssl x509 -in c.pem -noout -enddate",
          'for c in certs/*.pem; do openssl x509 -in "$c" -noout -enddate; done',
        ],
        notMatch: ["openssl x509 -in c.pem -noout -out d.pem", "openssl x509 -in ~/.ssh/id_rsa -noout -enddate"],
      }),
      opensslForm("x509", x509, {
        match: [
          "openssl x509 -in c.pem -text -noout",
          "openssl x509 --in c.pem --noout --dates",
          "openssl x509 -inform der -in c.der -noout",
        ],
        notMatch: [
          "openssl x509 -in c.pem -out d.pem",
          "openssl x509 -in http://host.example/c.pem -text",
          "openssl x509 -in org.openssl.engine:/srv/x.so:y -noout -text",
          "openssl x509 -in pkcs11:x -noout",
          "openssl x509 -in file:/etc/shadow -noout",
          "openssl x509 -inform engine -in x -noout",
          "openssl x509 -req -in a.csr -signkey k.pem",
          "openssl x509 -in c.pem -CA ca.pem -CAcreateserial",
        ],
      }),
      opensslForm("crl", "-issuer -lastupdate -nextupdate -hash -fingerprint -crlnumber -nameopt= -CAfile=<", {
        match: ["openssl crl -in a.crl -noout -text"],
        notMatch: ["openssl crl -in a.crl -out b.crl"],
      }),
      opensslForm("asn1parse", "-i -dump -dlimit= -offset= -length= -strparse=", {
        match: ["openssl asn1parse -in c.pem"],
        notMatch: ["openssl asn1parse -genconf x -out y", "openssl asn1parse -in ~/.ssh/id_rsa"],
      }),
      {
        sub: "version",
        options: bothDashes("-a -v -b -o -f -p -d -e -m -r -c"),
        match: ["openssl version -a"],
        notMatch: ["openssl version -a x"],
      },
      {
        sub: "ciphers",
        options: bothDashes("-v -V -s -tls1 -tls1_1 -tls1_2 -tls1_3 -stdname -psk -srp"),
        operands: ["text"],
        match: ["openssl ciphers -v 'HIGH:!aNULL'"],
        notMatch: ["openssl ciphers -provider x"],
      },
      {
        sub: "list",
        options: bothDashes(
          `-1 -verbose -commands -standard-commands -digest-commands -digest-algorithms -cipher-commands -cipher-algorithms
          -public-key-algorithms -public-key-methods -kdf-algorithms -mac-algorithms -signature-algorithms -key-managers
          -providers -disabled`,
        ),
        match: ["openssl list -digest-algorithms"],
        notMatch: ["openssl list --provider-path . --provider evil"],
      },
      opensslForm(
        "verify",
        `-CAfile=< -CApath= -untrusted=< -trusted=< -verbose -purpose= -crl_check -crl_check_all -CRLfile=< -show_chain
        -partial_chain -x509_strict -verify_hostname= -no-CAfile -no-CApath`,
        {
          operands: ["read"],
          match: ["openssl verify -CAfile ca.pem a.pem"],
          notMatch: ["openssl verify -crl_download a.pem", "openssl verify http://host.example/a.pem"],
        },
      ),
      {
        sub: "dgst",
        options: bothDashes(`${digests} -verify=< -signature=<`),
        operands: ["open"],
        match: ["openssl dgst -sha256 x"],
        notMatch: ["openssl dgst -sha256 -sign k.pem x", "openssl dgst -sha256 -out y x"],
      },
      {
        sub: "md5|sha1|sha224|sha256|sha384|sha512",
        options: bothDashes(digests),
        operands: ["open"],
        match: ["openssl sha256 x"],
        notMatch: ["openssl sha256 -out y x"],
      },
      opensslForm("pkcs7", "-print_certs -print", {
        match: ["openssl pkcs7 -in a.p7b -print_certs -noout"],
        notMatch: ["openssl pkcs7 -in a.p7b -out b"],
      }),
      {
        sub: "errstr",
        operands: ["text"],
        match: ["openssl errstr 0A000086"],
        notMatch: ["openssl errstr -stats 0A000086"],
      },
      {
        sub: "rand",
        options: bothDashes("-hex -base64"),
        operands: ["text"],
        match: ["openssl rand -hex 16"],
        notMatch: ["openssl rand --out README.md 16", "openssl rand -writerand x 16"],
      },
      {
        sub: "prime",
        options: bothDashes("-hex -bits= -generate -safe -checks="),
        operands: ["text"],
        match: ["openssl prime 17"],
        notMatch: ["openssl prime -in x 17"],
      },
    ],
  },
  subs("ssh-keygen", "", [
    {
      has: ["-F"],
      options: "-l -E= -F=* -f=<",
      match: ["ssh-keygen -F github.com", "ssh-keygen -lF github.com"],
      notMatch: ["ssh-keygen -R github.com", "ssh-keygen -F machine -f ~/.netrc", "ssh-keygen -HF x"],
    },
    {
      has: ["-l"],
      options: "-l -E= -f=.",
      match: ["ssh-keygen -lf ~/.ssh/id_ed25519.pub", "ssh-keygen -l -E md5 -f key.pub"],
      notMatch: [
        "ssh-keygen -lf /dev/watchdog",
        "ssh-keygen -lf/dev/watchdog",
        "cd /dev && ssh-keygen -lf watchdog",
        "ssh-keygen -y -f k",
        "ssh-keygen -t ed25519 -f k",
        "ssh-keygen -lp -f k",
        "ssh-keygen -f k -D x.so -l",
      ],
    },
  ]),
  subs("ssh-add", "", [
    {
      sub: "-l|-L",
      match: ["ssh-add -l", "ssh-add -L"],
      notMatch: ["ssh-add", "ssh-add -D", "ssh-add -l -s x.so", "ssh-add -lD"],
    },
  ]),
  ...binaryPrograms,
];
