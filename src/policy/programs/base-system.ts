/**
 * Programs that come with a system, so that no manager of versions (mise, asdf and their kind) puts one of its own in
 * their place. It can do so with any other: those managers install whatever has releases.
 */
export const baseSystem: ReadonlySet<string> = new Set(
  `cat tac head tail nl wc cut paste join comm tr fold fmt pr expand unexpand column rev sort uniq shuf tsort look iconv
  od hexdump hd xxd base64 base32 basenc strings diff sdiff diff3 cmp seq jot factor numfmt expr bc cal ncal sleep
  usleep yes clear tput xmllint grep egrep fgrep rgrep zgrep zegrep zfgrep xzgrep xzegrep xzfgrep locate mlocate plocate
  slocate mdfind less more zless zmore batcat man whatis apropos help type which whereis ls dir vdir tree stat file du
  df basename dirname realpath readlink namei pathchk lsattr getfacl getcap getfattr sum cksum md5sum sha1sum sha224sum
  sha256sum sha384sum sha512sum sha3sum b2sum gmd5sum gsha1sum gsha224sum gsha256sum gsha384sum gsha512sum gb2sum shasum
  md5 sha1 sha224 sha256 sha384 sha512 rmd160 gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zcat bzcat xzcat lzcat zdiff
  zcmp unzip zipinfo openssl ssh-keygen ssh-add nm objdump readelf size addr2line c++filt uname arch nproc hostid
  logname dnsdomainname getenforce hostname domainname nisdomainname ypdomainname lsb_release getconf locale stty tty
  sysctl sestatus getsebool aa-status apparmor_status update-alternatives alternatives ldconfig date uptime whoami id
  groups users who w last lastb lastlog finger getent lslogins crontab atq at tmux screen ps top pgrep pidof pstree pmap
  pwdx lsof fuser lslocks lsns ipcs lsipc free vmstat iostat mpstat pidstat sar systemctl journalctl systemd-analyze
  systemd-cgls systemd-cgtop systemd-detect-virt hostnamectl timedatectl localectl loginctl service rc-service sv dmesg
  lsblk blkid findmnt mount mountpoint swapon fdisk zpool zfs btrfs mdadm snapper lscpu lsmem lspci lsusb lsmod modinfo
  dmidecode lshw upower sensors acpi nvidia-smi rocm-smi ipmitool esxcli smartctl hdparm nvme sw_vers system_profiler
  vm_stat diskutil launchctl csrutil tmutil dscl pfctl scutil networksetup softwareupdate pmset hdiutil pkgutil defaults
  ip ifconfig route arp ethtool iw iwconfig brctl nmcli resolvectl networkctl wg ss netstat iptables ip6tables
  iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft iptables-save ip6tables-save nft ufw firewall-cmd git apt
  apt-get apt-cache apt-mark aptitude dpkg dpkg-query rpm rpmquery dnf yum microdnf tdnf zypper pacman apk brew port
  snap flatpak xbps-query opkg nix-env nix-store guix equery docker podman virsh lxc incus qm pct`.split(/\s+/),
);
