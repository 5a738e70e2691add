/** Forges, registries and vendors whose packages somebody vouches for, with all their subdomains. */
const forges = new Set(
  `github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org pypi.org pythonhosted.org npmjs.org npmjs.com
  npmmirror.com jsr.io deno.land esm.sh rpmfusion.org fedoraproject.org remirepo.net debian.org ubuntu.com launchpad.net
  archlinux.org alpinelinux.org opensuse.org freebsd.org gentoo.org gnu.org nixos.org docker.com microsoft.com
  dl.google.com postgresql.org mysql.com nodesource.com elastic.co grafana.com hashicorp.com apache.org rust-lang.org
  brew.sh rubygems.org crates.io golang.org pytorch.org nodejs.org yarnpkg.com localhost 127.0.0.1`.split(/\s+/),
);

/** The host of an address that is encrypted. */
const securely = /^(?:git\+)?(?:https|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?:[:/]|$)/i;

function isForge(address: string): boolean {
  const labels = securely.exec(address)?.[1]?.toLowerCase().split(".") ?? [];
  return labels.some((_, at) => forges.has(labels.slice(at).join(".")));
}

const scpLike = /^[\w.-]+@[\w-]+\.[\w.-]+:[^\\]/;

/** An address whose packages nobody vouches for: not encrypted, or of no known forge or registry. */
export const isUntrustedSource = (text: string): boolean =>
  (/^(?:git\+)?(?:https?|ftp|git|ssh):\/\//.test(text) && !isForge(text)) ||
  (scpLike.test(text) && !isForge(`ssh://${text.replace(":", "/")}`));
