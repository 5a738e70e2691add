/** Programs without a row of which it was seen that they answer `--version` and `--help` before they do anything. */
const tried =
  `cp mv rm mkdir rmdir touch ln chmod chown chgrp dd mktemp mkfifo install split csplit truncate shred tee kill env
  timeout stdbuf xargs find sed gawk jq tar curl wget ssh scp rsync make patch bash dash sudo ffmpeg sqlite3 mysql psql
  pg_dump redis-cli tcpdump strace ltrace perf useradd usermod groupadd passwd mount umount
  zip screen tmux nginx httpd apache2 vim vimdiff nano emacs htop ldd ncdu ansible`.split(/\s+/);

/** Other words that they answer at once, one program a line. */
const otherWords = `
ssh -V
scp -V
nginx -v -V
httpd -v
apache2 -v
docker -v
mysql -V
psql -V
tmux -V
sqlite3 -version
sudo -V
curl -V
wget -V
rsync -V
ffmpeg -version
tcpdump -h`;

const answers: ReadonlyMap<string, readonly string[]> = new Map(
  otherWords
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...words] = line.split(" ");
      return [name, words] as const;
    }),
);
const triedPrograms: ReadonlySet<string> = new Set(tried);

/** Whether a program without a row answers this word, its first and only one, before it does anything. */
export const answersWord = (name: string, word: string): boolean =>
  (/^--(?:version|help)$/.test(word) && triedPrograms.has(name)) || answers.get(name)?.includes(word) === true;

/** They hand options that they do not know to the program for what they find, and start it. */
export const handsOptionsOn: ReadonlySet<string> = new Set(["fsck"]);
