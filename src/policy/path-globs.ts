/** Files and directories a pattern is tried against: a glob that could mean one of them is judged as that one. */
const landmarks: readonly string[] =
  `/etc/shadow /etc/gshadow /etc/sudoers /etc/passwd /etc/group /etc/fstab /etc/hosts /etc/ssh/sshd_config
  /etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_ed25519_key /etc/ssl/private /etc/crontab /etc/profile /etc/ld.so.preload
  /etc/pam.d/sshd /etc/kubernetes/admin.conf /etc/resolv.conf /etc /bin /sbin /usr /usr/bin /usr/lib /usr/local /lib /lib64
  /boot /home /root /var /var/lib /var/log /opt /srv /dev /proc /sys /run /mnt /media /dev/sda /dev/nvme0n1 /dev/vda
  /proc/1/environ /proc/self/environ /run/secrets/x /bin/sh /usr/bin/env
  ~/.ssh/id_rsa ~/.ssh/id_ed25519 ~/.ssh/id_ecdsa ~/.ssh/authorized_keys ~/.ssh ~/.aws/credentials ~/.aws ~/.netrc ~/.pgpass
  ~/.npmrc ~/.git-credentials ~/.kube/config ~/.docker/config.json ~/.gnupg/secring.gpg ~/.gnupg ~/.bashrc ~/.profile ~/.zshrc
  ~/.config/gcloud/application_default_credentials.json ~/.config/gh/hosts.yml ~/.vault-token ~/.config/cotty/policy.toml
  .env .env.production .ssh/id_rsa .aws/credentials .kube/config .git .git/config .netrc .npmrc id_rsa id_ed25519
  .cotty/policy.toml`.split(/\s+/);

export const isGlob = (path: string): boolean => /[*?[]/.test(path);

/**
 * The landmarks a pattern can expand to. A part that is only `*` says nothing about what it was meant for: it counts
 * with `bareStar` only.
 */
export function landmarksMatching(path: string, home: string, options: { bareStar: boolean }): string[] {
  const parts = path.split("/");
  return landmarks
    .map((landmark) => landmark.replace(/^~/, home))
    .filter((landmark) => {
      const names = landmark.split("/");
      return (
        names.length === parts.length &&
        parts.every((part, index) => partMatches(part, names[index] ?? "", options.bareStar))
      );
    });
}

function partMatches(part: string, name: string, bareStar: boolean): boolean {
  if (!isGlob(part)) return part === name;
  if (/^\*+$/.test(part)) return bareStar && !name.startsWith(".");
  // A leading wildcard does not match the dot of a hidden name.
  if (name.startsWith(".") && !part.startsWith(".")) return false;
  // A part with more wildcards than anyone types is not worth the time that matching it would take.
  if (part.length > 100) return true;
  return patternOf(part)?.test(name) ?? true;
}

const cache = new Map<string, RegExp | null>();

/** Null for a pattern that cannot be read: then it may mean anything. */
function patternOf(part: string): RegExp | null {
  const known = cache.get(part);
  if (known !== undefined) return known;
  const source = part.replaceAll(
    /\[([!^]?)((?:\[:\w+:\]|[^\]])+)\]|[.+^${}()|\\/]|\*+|\?/g,
    (found, not?: string, set?: string) => {
      if (set !== undefined) return /\[:/.test(set) ? "." : `[${not ? "^" : ""}${set.replaceAll(/[\\[\]^]/g, "\\$&")}]`;
      return found.startsWith("*") ? ".*" : found === "?" ? "." : `\\${found}`;
    },
  );
  let pattern: RegExp | null;
  try {
    pattern = new RegExp(`^${source}$`, "s");
  } catch {
    pattern = null;
  }
  if (cache.size > 500) cache.clear();
  cache.set(part, pattern);
  return pattern;
}
