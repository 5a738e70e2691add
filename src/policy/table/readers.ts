/** Commands with a judge of their own of which no option writes, runs or changes anything. */
export const harmlessOptions: ReadonlySet<string> = new Set(
  `: true false return break continue shift pwd dirs times cd pushd popd echo printf test [ read mapfile readarray
  getopts local command builtin jq gojq`.split(/\s+/),
);

/**
 * Commands with a judge of their own that may be found harmless. For every other judged command silence is not proof:
 * a form the judge did not think of (`chmod --reference=x -R /etc`) is asked about, never allowed.
 */
export const readers: ReadonlySet<string> = new Set(
  `[ : test true false return break continue shift wait jobs dirs times pwd cd pushd popd echo printf read mapfile readarray
  getopts alias local set shopt hash enable compgen ulimit umask trap source . eval printenv setopt unsetopt typeset declare
  nice ionice timeout gtimeout stdbuf time unbuffer command builtin nocorrect noglob caffeinate watch env xargs gxargs chronic
  ts catchsegv softlimit linux32 linux64 setarch busybox toybox sh bash dash zsh ksh ksh93 mksh ash rbash yash
  awk gawk mawk nawk original-awk sed gsed jq gojq jaq yq less more most zless zmore man bat batcat find gfind fd fdfind tee sponge yes
  base64 base32 basenc gbase64 base58 xxd uuencode gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 unlz4 pigz lzma brotli
  tar gtar bsdtar unzip unrar 7z 7za 7zr unar openssl gpg gpg2 ps date finger getent fdisk fuser mount sysctl tmux screen make gmake
  git docker podman nerdctl docker-compose podman-compose kubectl k oc k3s-kubectl microk8s kubecolor helm helm3 lxc incus
  systemctl service rc-service sv svcadm rcctl dinitctl herd dscl launchctl kill passwd chage crontab at atq ssh-keygen ssh-add
  iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft arptables ebtables nft ufw firewall-cmd pfctl
  ip ifconfig route nmcli ethtool arp brctl iw iwconfig tc networksetup resolvectl networkctl sudo doas su
  apt apt-get aptitude apt-cache apt-mark dpkg rpm dnf yum zypper pacman yay paru apk brew port snap flatpak pip pip3 pipx uv
  gem bundle cargo go npm pnpm yarn composer poetry pipenv conda mamba nix-env guix emerge equery xbps-query nuget dotnet
  rustup microdnf tdnf nala bun nvm pyenv rbenv asdf mise sdk
  aws gcloud az doctl oci ibmcloud linode linode-cli hcloud scw vultr exo openstack civo heroku fly flyctl vercel netlify
  railway render wrangler firebase supabase cf eb sam copilot eksctl kops gh glab hub tea vault consul nomad terraform
  tofu pulumi puppet knife vagrant packer virsh multipass minikube kind k3d kubeadm etcdctl argocd flux istioctl rabbitmqctl
  kafka-topics kafka-topics.sh mc s3cmd gsutil rclone azcopy ctr velero s5cmd ansible-vault
  wg crictl busctl at doppler limactl colima talosctl buildah hdfs hadoop esxcli vim-cmd systemsetup hdiutil ssacli hpssacli hpacucli arcconf perccli perccli64 storcli storcli64 megacli MegaCli MegaCli64
  sas2ircu sas3ircu update-alternatives alternatives defaults ldconfig`.split(/\s+/),
);
