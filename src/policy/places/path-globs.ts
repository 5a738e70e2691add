import { wildcards } from "../../base/index.ts";
import { secretSamples } from "./path-lists.ts";

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

const homes = ["\ufdd3", "/root", "/home/x", "/Users/x"];

/** Places of secrets on a machine, whatever the home is called. */
const secretPaths: readonly string[] = secretSamples.paths.flatMap((path) =>
  path.startsWith("~/") ? homes.map((home) => home + path.slice(1)) : [path],
);

/** Folders whose names say what is below them: homes, processes, devices, and where a machine keeps its secrets. */
const tellingFolders =
  "/root /home/x /Users/x /proc /sys /dev /dev/input /etc /run /run/secrets /run/credentials /var /var/run /var/run/secrets /var/lib".split(
    " ",
  );
/** In these each name is another machine. Whoever writes `/*\/bin` does not mean them. */
const machineFolders = ["/net", "/Network", "/afs"];

/**
 * Where a pattern may lead that has wildcards in front: `/ho*\/me/.config/x` is in a home, `/pro?/1/environ` in a process.
 * What is below such a folder stays as it is written.
 */
export function placesBehind(path: string, homes: readonly string[]): string[] {
  if (!path.startsWith("/") || !isGlob(path)) return [];
  const parts = path.split("/");
  const places = [...tellingFolders, ...machineFolders, ...homes].flatMap((folder) => {
    const names = folder.split("/");
    const shared = parts.slice(0, names.length);
    const isAny = (at: number) => names[at] === "x" && at === names.length - 1;
    const fits = shared.every(
      (part, at) => isAny(at) || partMatches(part, names[at] ?? "", !machineFolders.includes(folder)),
    );
    if (!shared.some(isGlob) || !fits) return [];
    return [[...names.slice(0, shared.length), ...parts.slice(names.length)].join("/")];
  });
  return [...new Set(places)];
}

/** Whether a folder has a place of secrets somewhere below it. */
export function hasSecretsBelow(folder: string, homes: readonly string[]): boolean {
  const start = folder === "/" ? "/" : `${folder.toLowerCase().replace(/\/+$/, "")}/`;
  const anyHome = start.replace(/^\/(home|users)\/[^/]+\//, "/$1/x/");
  return (
    secretPaths.some((path) => path.toLowerCase().startsWith(anyHome)) ||
    homes.some((home) => home.toLowerCase().startsWith(start))
  );
}

/** Every place of secrets and every folder on the way to one, by its parts. */
const placesOfSecrets: readonly (readonly string[])[] = [
  ...new Set(secretPaths.flatMap((path) => path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/")))),
].map((path) => path.split("/"));

/** Whether a relative name is a place of secrets, or a folder around one, in some folder or other. */
export function isSecretSomewhere(name: string, homes: readonly string[]): boolean {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..")) return true;
  return [...placesOfSecrets, ...homes.map((home) => home.split("/"))].some((place) => {
    const last = place.slice(-parts.length);
    return last.length === parts.length && parts.every((part, at) => partMatches(part, last[at] ?? "", true));
  });
}

/** Whether the last part of a pattern can be the name of a secret, and is not just any name. */
export function mayNameSecret(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1);
  const fits = (name: string) => partMatches(last, name.slice(name.lastIndexOf("/") + 1), false);
  return isGlob(last) && secretSamples.names.some(fits) && !ordinary.some(fits);
}

/** What a search below a folder comes by that holds secrets; null for names that are as ordinary as any. */
export function secretFoundBy(folder: string, matches: (path: string, name: string) => boolean): string | null {
  const base = folder.replace(/\/+$/, "");
  const fits = (path: string) => matches(path, path.slice(path.lastIndexOf("/") + 1));
  const below = secretPaths.find((path) => path.startsWith(`${base}/`) && fits(path));
  if (below !== undefined) return below;
  if (ordinary.some((path) => fits(`${base}/${path}`))) return null;
  const named = secretSamples.names.flatMap((name) => [`${base}/${name}`, `${base}/x/${name}`]);
  return named.find(fits) ?? null;
}

/** What fits these too singles nothing out. */
const ordinary =
  "README.md src/main.ts package.json app.log docs/index.html Makefile data.csv test.py main.go index.php notes.txt app.yml config.toml app.db".split(
    " ",
  );

function partMatches(part: string, name: string, bareStar: boolean): boolean {
  if (!isGlob(part)) return part.toLowerCase() === name.toLowerCase();
  if (/^\*+$/.test(part)) return bareStar && !name.startsWith(".");
  // A leading wildcard does not match the dot of a hidden name.
  if (name.startsWith(".") && !part.startsWith(".")) return false;
  // A shell may be set up to find names in any case, and a file system to open them.
  return wildcards(part, { ignoresCase: true }).test(name);
}
