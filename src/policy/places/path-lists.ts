import { paths, words } from "./path-words.ts";

/**
 * Upper and lower case are the same on many file systems: `.ENV` opens `.env` there. With `u`, letters such as the Kelvin
 * sign, which a file system takes for a k, are the same as well.
 */
const anyCase = "iu";

/** Directories whose loss or opening breaks the machine or its data, in small letters. */
export const systemDirectories: ReadonlySet<string> = new Set(
  `/bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /media /mnt /nix /opt /proc /root /run /sbin /srv /sys /usr /var /snap
  /usr/bin /usr/sbin /usr/lib /usr/lib64 /usr/local /usr/share /usr/include /usr/src /usr/libexec /usr/local/bin /usr/local/lib
  /var/lib /var/log /var/cache /var/spool /var/mail /var/run /var/db /var/backups /etc/ssh /etc/systemd
  /System /Library /Applications /Users /Volumes /private /private/etc /private/var /cores /opt/homebrew`
    .toLowerCase()
    .split(/\s+/),
);

/** Writing there replaces a program or library that everyone runs. */
export const programDirectories = paths(
  "/{bin,sbin,lib,lib32,lib64,libx32,System}/** /usr/{bin,sbin,lib,lib32,lib64,libexec}/**",
);

/** Keys, tokens, password hashes and the files tools keep them in. `.example` and `.pub` files are excluded by callers. */
export const secretFiles = new RegExp(
  [
    // SSH, GPG and other private keys
    "(?:^|/)\\.ssh/(?!known_hosts|authorized_keys|config(?:$|\\.d)|.*\\.pub$)[^/]+$",
    "(?:^|/)(?:ssh_host_\\w+_key|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?)(?:[-_.*?]\\w*)?$",
    "(?:^|/)\\.gnupg(?:/(?:private-keys|secring|.*\\.(?:key|gpg)$)|/?\\*?$)",
    "(?:^|/)\\.ssh/?\\*$",
    "\\.(?:key|p12|pfx|jks|keystore|kdbx?|ppk|asc\\.key|age-key|ovpn)$",
    "(?:^|/)(?:privkey|private[-_]?key|server[-_]?key|tls\\.key|[^/]*-key)(?:\\.\\w+)?\\.pem$",
    "(?:^|/)(?:privkey\\d*\\.pem|tls\\.key|cert-key\\.pem)$",
    "^(?:\ufdd3|/home/[^/]+|/root|/Users/[^/]+)/[^/]*\\.pem$",
    "^(?:/+|\ufdd3/|/home/|/root/|/Users/)\\*\\.pem$",
    // clouds, clusters, registries, forges
    "(?:^|/)\\.aws/(?:credentials|config|sso/cache|cli/cache|\\*)",
    "(?:^|/)\\.azure/(?:accessTokens|azureProfile|msal_token|service_principal)",
    "(?:^|/)\\.config/(?:gcloud/(?:.*credentials|access_tokens|legacy_credentials)|gh/hosts|hub$|op/|doctl/config|rclone/|sops/age|git/credentials|heroku|stripe|configstore|pip/pip\\.conf|containers/auth)",
    "(?:^|/)(?:application_default_credentials|client_secret\\w*|service[-_]?account\\w*|gcp-key|credentials)\\.json$",
    "(?:^|/)\\.kube/(?:config|cache/oidc|\\*)",
    "(?:^|/)kubeconfig(?:\\.ya?ml)?$",
    "^/etc/(?:kubernetes/(?:admin\\.conf|pki/)|rancher/k3s/k3s\\.yaml)",
    "(?:^|/)\\.docker/config\\.json$",
    "(?:^|/)\\.(?:netrc|pgpass|my\\.cnf|mylogin\\.cnf|npmrc|yarnrc\\.yml|pypirc|git-credentials|vault-token|boto|s3cfg|msmtprc|htpasswd|dockercfg|terraformrc|gem/credentials|cargo/credentials(?:\\.toml)?|fly/config\\.yml|snowsql/config|databrickscfg|password-store(?:/.*)?|jupyter/.*token.*|rhosts)$",
    "(?:^|/)\\.terraform\\.d/credentials",
    "(?:^|/)terraform\\.tfstate(?:\\.backup)?$",
    "(?:^|/)(?:\\.env|\\.env\\.(?!example|sample|template|dist|test\\.example)[\\w.-]+|\\.envrc|env\\.production|secrets?\\.(?:ya?ml|json|toml|env|txt|ini)|credentials(?:\\.\\w+)?|\\.credentials|\\.secrets?|wp-config\\.php|master\\.key|\\.vault_pass(?:\\.txt)?|vault[-_]pass(?:word)?(?:\\.txt)?|\\.?htpasswd)$",
    "^/run/secrets(?:/|$)|^/var/run/secrets(?:/|$)",
    "(?:^|/)(?:[\\w-]+\\.env|\\.dev\\.vars|local\\.settings\\.json|appsettings\\.(?:Production|Staging|Development)\\.json|[\\w-]*credentials?[\\w-]*\\.json)$",
    "(?:^|/)(?:[\\w.-]*[-_.])?psk\\.txt$|(?:^|/)(?:ntp|chrony)\\.keys$|(?:^|/)sasl_passwd$",
    "^/etc/(?:postfix/sasl_passwd|exim4/passwd\\.client)|^/var/lib/rancher/k3s/server/(?:token|node-token|cred)",
    // the machine's own
    "^(?:/private)?/etc/(?:shadow|gshadow|master\\.passwd|sudoers|security/opasswd|krb5\\.keytab|ssl/private|letsencrypt/(?:live|archive)|wireguard/|openvpn/|ppp/(?:chap|pap)-secrets|NetworkManager/system-connections|wpa_supplicant/|mysql/debian\\.cnf|rclone\\.conf|cloudflared/|docker/key)",
    "^/etc/shadow-?$|^/etc/gshadow-?$|^/var/backups/g?shadow(?:[.-]|$)",
    "^/proc/(?:\\d+|self|thread-self|\\*|[^/]*)/(?:task/[^/]+/)?(?:environ|mem|fd/|maps\\.secret)|^/proc/kcore$|^/dev/(?:k?mem|port|input/(?:event|by-)\\S*|hidraw\\d+)$",
    "^/(?:etc/credstore|run/credentials|var/lib/(?:docker/.*config|sss|samba/private|private|NetworkManager|systemd/credential|cloud/(?:instance|instances/[^/]+)/user-data|kubelet/config\\.json)|var/db/dslocal|root/\\.(?:my\\.cnf|pgpass))",
    "(?:^|/)(?:[^/]*\\.(?:psk|keyring|secrets?)|krb5cc_[^/]*|AuthKey_[^/]*\\.p8|[^/]*adminsdk[\\w-]*\\.json|hs_\\w+_secret_key|passwords?\\.dat|key\\.pem|private[-_]keys?/[^/]+|[\\w-]*secrets\\.json)$",
    "^/etc/(?:davfs2/secrets|cifs-credentials|apt/auth\\.conf|gitlab-runner/config|nut/upsd\\.users|dovecot/(?:users|passwd)|(?:freeradius|raddb)/(?:.*/)?clients\\.conf|hostapd/|squid/passwd|sssd/sssd\\.conf|nslcd\\.conf|iscsi/iscsid\\.conf|cups/printers\\.conf|chef/client\\.pem|salt/pki/|haproxy/.*\\.pem)|^/var/log/installer/cdebconf/",
    // One bare value: no name stands beside it by which it could be hidden.
    "(?:^|/)[\\w.-]*(?:password|passphrase|smbpasswd|smbcredentials|(?:private|api|auth|access|secret)[-_]?key)(?:\\.(?:txt|dat|bin|old|bak))?$",
    "(?:^|/)(?:[\\w.-]*[-_.])?(?:pass|vaultpass|token)(?:\\.(?:txt|dat|bin|old|bak))?$|(?:^|/)(?:[\\w.-]*[-.])?secret(?:\\.(?:txt|dat|bin|old|bak))?$",
    "(?:^|/)[\\w.-]+\\.(?:pass|pw|priv)$",
    "(?:^|/)\\.?secrets/(?:.*/)?[\\w*?-]+(?:\\.(?:txt|\\*))?$",
    "^/etc/(?:restic|luks-keys)/|^/etc/(?:sasldb2|mosquitto/passwd|pgbouncer/userlist\\.txt|msmtprc|wpa_supplicant\\.conf)$|^/crypto_keyfile\\.bin$|^/var/lib/tailscale/",
    // Lists and exports of passwords, keys and codes, as people and programs name them.
    "(?:^|/)[^/]*(?:passwords?|logins|accessKeys?|rootkey|(?:recovery|backup)[-_ ]?codes?)(?:[-_ .](?:export|list|backup|old|\\d+))*\\.(?:txt|csv|tsv|xlsx?|ods|odt|rtf)$",
    "(?:^|/)(?:bitwarden|lastpass|1password|keepassx?c?|dashlane|enpass|nordpass|protonpass)[^/]*\\.(?:txt|csv|json|xml|html?|zip|1pux|1pif)$",
    "(?:^|/)containers/auth\\.json$|(?:^|/)Bitwarden/data\\.json$|^/etc/(?:letsencrypt/accounts|pve/priv|swanctl|luks)/|^/etc/rancher/rke2/rke2\\.yaml$|^/var/lib/(?:containers/storage/secrets|bluetooth)/",
    // What was in memory.
    "^/(?:swap/|var/)?(?:swap(?:file|\\.img)?\\d*|hiberfil\\.sys|pagefile\\.sys)$",
    // browsers, wallets, keychains
    "(?:^|/)(?:Library/Keychains|\\.local/share/keyrings|\\.electrum|\\.bitcoin|\\.ethereum/keystore|\\.config/solana)(?:/|$)",
    "(?:^|/)(?:\\.mozilla/firefox|\\.config/(?:google-chrome|chromium|BraveSoftware)|Library/Application Support/(?:Google/Chrome|Firefox))/.*(?:Login Data|Cookies|logins\\.json|key[34]\\.db|cookies\\.sqlite)",
    "(?:^|/)(?:wallet\\.dat|logins\\.json|key4\\.db|Login Data|NTDS\\.dit|config/SAM)$",
    "(?:^|/)\\.claude/\\.credentials|(?:^|/)\\.codex/auth\\.json|(?:^|/)\\.gemini/oauth_creds",
    // Cotty's own stored keys, of any account and on any machine.
    "(?:^|/)cotty/keys\\.json",
  ].join("|"),
  anyCase,
);

/** Files of which the rest of the path does not matter. */
const secretNames =
  ".env .env.production .env.local .envrc id_rsa id_dsa id_ecdsa id_ed25519 ssh_host_rsa_key privkey.pem server-key.pem tls.key server.key keystore.jks cert.p12 cert.pfx passwords.kdbx .netrc .pgpass .my.cnf .npmrc .pypirc .git-credentials .htpasswd .vault-token .vault_pass .dockercfg terraform.tfstate wp-config.php wallet.dat logins.json key4.db .bash_history .zsh_history .mysql_history .psql_history .python_history";

/** In a home. */
const secretsOfHome =
  ".ssh/id_rsa .ssh/id_ed25519 .ssh/id_ecdsa .aws/credentials .aws/config .kube/config .docker/config.json .gnupg/secring.gpg .gnupg/private-keys-v1.d/x.key .config/gcloud/application_default_credentials.json .config/gh/hosts.yml .config/rclone/rclone.conf .config/git/credentials .azure/msal_token_cache.json .password-store/x.gpg .local/share/keyrings/login.keyring .mozilla/firefox/x.default/logins.json .config/google-chrome/Default/Cookies .cargo/credentials.toml .terraform.d/credentials.tfrc.json .claude/.credentials.json .config/cotty/keys.json";

const secretsOfMachine =
  "/etc/shadow /etc/gshadow /etc/shadow- /etc/sudoers /etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_ed25519_key /etc/ssl/private/server.key /etc/kubernetes/admin.conf /etc/krb5.keytab /etc/wireguard/wg0.conf /etc/openvpn/server.key /etc/letsencrypt/live/x/privkey.pem /etc/mysql/debian.cnf /etc/NetworkManager/system-connections/x.nmconnection /etc/wpa_supplicant/wpa_supplicant.conf /etc/security/opasswd /var/backups/shadow.bak /var/backups/gshadow.bak /var/lib/cloud/instance/user-data.txt /var/lib/private/x /var/lib/sss/secrets/x /proc/1/environ /proc/self/environ /run/secrets/x /run/credentials/x/y";

/**
 * One of each kind of place that holds secrets, for what is not one path but many: patterns, whole folders, searches. A
 * leading ~ is any home.
 */
export const secretSamples: { names: readonly string[]; paths: readonly string[] } = {
  names: secretNames.split(" "),
  paths: [...secretsOfMachine.split(" "), ...secretsOfHome.split(" ").map((path) => `~/${path}`)],
};

/** Run at login, at a schedule, or by another program: who writes there runs code later. */
export const loginFiles = paths(`
  .{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,mkshrc}
  .{cshrc,tcshrc,login,inputrc,xinitrc,xsession,xsessionrc,xprofile,vimrc,exrc,gvimrc,emacs,screenrc,tmux.conf,gdbinit}
  .{lldbinit,pythonrc,pystartup,irbrc,pryrc,Rprofile,gitconfig,gitattributes,hgrc,curlrc,wgetrc,pam_environment,forward}
  .{procmailrc,mailcap,lessfilter,lesskey,psqlrc,sqliterc,ackrc,nanorc,digrc,condarc,npmrc,yarnrc,selected_editor}
  .ssh .ssh/ .ssh/{authorized_keys,authorized_keys2,config,rc,environment,known_hosts}
  .ssh/{authorized_keys,authorized_keys2,config,rc,environment,known_hosts}.d**
  .config/{autostart,systemd,fish,nvim/init,git/config,git/hooks,git/attributes,environment.d,pip/,code/User}**
  .local/share/{systemd,applications,bash-completion,nautilus/scripts}**
  .git/{hooks,config,info/attributes}** .git/modules/**/{hooks,config}** .{githooks/,husky/}**
  {sitecustomize,usercustomize}.py *.pth {LaunchAgents,LaunchDaemons,StartupItems}/**
  .{vscode,idea,devcontainer}/{settings,tasks,launch,devcontainer}.json
  /var/spool/{cron,at}/** /etc/{crontab,anacrontab,cron.,profile,bash,zsh,csh,environment,rc.local,rc.d,init.d,init/}**
  /etc/rc*.d** /etc/{inittab,systemd/,xdg/autostart,X11/Xsession,ld.so,update-motd.d,apt/apt.conf,dpkg/,udev/,modules}**
  /etc/{modprobe.d,inetd,xinetd,acpi/,NetworkManager/dispatcher,network/if-,dhcp/,logrotate.d,skel/,gitconfig,vim/}**
  /etc/{inputrc,binfmt.d,polkit-1,dbus-1}** /{usr/lib,lib,run}/systemd/** /usr/share/polkit-1** /usr/lib/python*/sitecustomize**
`);

/** Files of a database are everything in it. */
export const databases = paths(`
  /var/lib/{mysql,mariadb,postgresql,pgsql,mongo,mongod,mongodb,redis,etcd,influxdb,elasticsearch,opensearch}/**
  /var/lib/{cassandra,clickhouse,grafana,rabbitmq,vault,consul,gitlab,jenkins}/**
`);

/** Where databases, container engines and mail keep their data: one file of it is as much as all of it. */
export const dataFiles = paths(`
  /var/lib/{mysql,mariadb,postgresql,pgsql,mongo,mongod,mongodb,redis,etcd,docker,containerd,kubelet,rancher,influxdb}/**
  /var/lib/{elasticsearch,opensearch,cassandra,clickhouse,grafana,prometheus,rabbitmq,kafka,libvirt,vault,consul}/**
  /var/lib/{gitlab,jenkins,dpkg,rpm,pacman}/** /var/{vmail,spool/mail,opt/gitlab,opt/mssql}/**
`);

/** In /etc: what goes on behind the name is the same thing (`passwd-`, `sudoers.d/x`). */
const accountSettings = `passwd group shadow gshadow sudoers doas.conf ssh pam.d pam.conf security login.defs securetty shells
  nologin nsswitch.conf hosts hostname resolv.conf fstab crypttab mtab machine-id subuid subgid sysctl.conf sysctl.d
  modules-load.d default/grub grub.d selinux apparmor audit rsyslog syslog ssl/certs ca-certificates pki network/interfaces
  netplan iptables nftables ufw firewalld ld.so`;

/** Accounts, who may become root, how to log in, and how the machine starts. */
export const accountFiles = paths(`
  ${words(accountSettings)
    .map((name) => `/etc/${name}/** /etc/${name}-** /etc/${name}.**`)
    .join(" ")} /etc /etc/
  /{boot,efi}/** /run/utmp /var/run/utmp /usr/local/etc/sudoers** /selinux/** /sys/fs/selinux/**
  /var/log/{wtmp,btmp,lastlog,utmp,faillog,tallylog,auth.log,secure,audit,journal,messages,syslog,kern.log}**
`);

/** Cotty's own configuration, rules and state: an agent that writes them would decide what it is allowed to do. */
export const policyFiles = paths(`
  .cotty/** .config/cotty/** .local/{state,share}/cotty/** /etc/cotty/**
  .{claude,codex,gemini,opencode,goose}/{settings,config,hooks,policies,policy}**
  .mcp.json .claude.json opencode.json .cursor/{mcp,permissions,cli-config,hooks}.json .cursorrules
`);
