import { also, type Program, reads, subs, subsAnywhere, systemBus } from "./program.ts";

/** A property with variables is never among them. */
/** Names, none of which holds variables or passwords. A comma alone names none, and none means all. */
const properties = /^(?!.*(?:environment|credential))\w+(?:,\w+)*$/i;

const systemd: readonly Program[] = [
  also(
    { connects: systemBus, starts: ["systemd-sysv-install", "getopt", "ls"] },
    subsAnywhere(
      "systemctl",
      `-alqr -t= -n= -o= -p= -P= --property= --value --all --full --type= --state= --lines= --output= --no-pager --no-legend --legend= --plain --quiet
      --user --system --failed --reverse --after --before --recursive --show-types --with-dependencies --timestamp=
      --no-ask-password`,
      [
        {
          sub: `list-units|list-unit-files|list-timers|list-sockets|list-paths|list-automounts|list-dependencies|list-jobs|status|is-active|is-enabled|is-failed`,
          operands: ["text"],
          match: [
            "systemctl status nginx --no-pager",
            "systemctl -n 20 --no-pager status nginx",
            "systemctl status 'postgres*'",
            "systemctl list-units --type=service --state=running",
            "systemctl is-active docker",
            "systemctl --user list-units",
          ],
          notMatch: [
            "systemctl cat nginx",
            "systemctl -H host status",
            "systemctl -M box status",
            "systemctl --root=/mnt is-enabled x",
            "systemctl --value enable status foo",
            "systemctl --host=host status",
            "systemctl status *",
          ],
        },
        {
          sub: "is-system-running|get-default",
          match: ["systemctl get-default", "systemctl is-system-running"],
          notMatch: ["systemctl set-default rescue.target"],
        },
        {
          sub: "show",
          has: ["-p", "-P", "--property"],
          values: { "-p": properties, "-P": properties, "--property": properties },
          operands: ["text"],
          match: [
            "systemctl show nginx -p MainPID",
            "systemctl show -p ExecStart nginx",
            "systemctl show nginx --property=ActiveState",
            "systemctl --no-pager --value -p ActiveState show foo",
          ],
          notMatch: [
            "systemctl show nginx",
            "systemctl show -p Environment nginx",
            "systemctl -p Environment show x",
            "systemctl show -p , nginx",
            "systemctl show -P SetCredential nginx",
            "systemctl show-environment",
          ],
        },
        {
          match: ["systemctl", "systemctl --failed"],
          notMatch: ["systemctl restart nginx", "systemctl daemon-reload", "systemctl show-environment"],
        },
      ],
    ),
  ),
  reads("journalctl", {
    options: `-# -aefklmNqrxW -b[=] -n[=] -c= -D=< -F= -g=* -o= -p= -S=* -t=* -T=* -u=* -U=* --since=* --until=* --unit=* --user-unit=*
      --priority= --grep=* --case-sensitive[=] --lines[=] --output= --output-fields= --no-pager --follow --reverse
      --boot[=] --this-boot --list-boots --dmesg --catalog --all --quiet --utc --no-hostname --no-tail --no-full --full
      --disk-usage --header --identifier=* --exclude-identifier= --system --user --merge --directory=< --file=< --field=
      --fields --list-catalog --truncate-newline --facility= --show-cursor --after-cursor= --cursor= --pager-end
      --namespace= --verify ?--sync ?--cursor-file= ?--update-catalog ?--setup-keys ?--flush ?--rotate
      ?--relinquish-var ?--smart-relinquish-var !erases:--vacuum-size= !erases:--vacuum-time= !erases:--vacuum-files=`,
    operands: ["text"],
    prints: "private",
    match: [
      "journalctl -u nginx -n 50 --no-pager",
      "journalctl -b -1 -p err",
      "journalctl -xeu nginx",
      "journalctl -f",
      "journalctl -n 20 -o json",
      "journalctl _PID=1",
      "journalctl --list-boots",
    ],
    notMatch: [
      "journalctl --vacuum-size=1M",
      "journalctl --rotate",
      "journalctl --flush",
      "journalctl --cursor-file=x",
      "journalctl --vac=1M",
      "journalctl --root=/mnt",
      "journalctl -M box",
    ],
  }),
  also(
    { connects: systemBus },
    subs("systemd-analyze", "--user --system --no-pager", [
      {
        sub: "time|blame|critical-chain|plot|unit-paths|calendar|timestamp|timespan|security|exit-status|capability",
        options: "--no-pager --user --system --fuzz= --iterations= --base-time= --json=",
        operands: ["text"],
        match: [
          "systemd-analyze blame",
          "systemd-analyze critical-chain nginx.service",
          "systemd-analyze calendar daily",
        ],
        notMatch: ["systemd-analyze dump", "systemd-analyze log-level debug", "systemd-analyze security --root=/mnt x"],
      },
      { match: ["systemd-analyze"], notMatch: ["systemd-analyze set-log-level debug", "systemd-analyze verify x"] },
    ]),
  ),
  also(
    { connects: systemBus },
    reads("systemd-cgls", {
      options: "-alkx --all --full --no-pager -u[=] --unit[=]* --user-unit[=]*",
      operands: ["text"],
      match: ["systemd-cgls", "systemd-cgls --no-pager"],
      notMatch: ["systemd-cgls -M box"],
    }),
  ),
  reads("systemd-cgtop", {
    options: "-ptcmibr1kP -n= -d= --batch --raw --iterations= --depth= --order= --recursive= --delay=",
    operands: ["text"],
    match: ["systemd-cgtop -b -n 1"],
    notMatch: ["systemd-cgtop -M box"],
  }),
  reads("systemd-detect-virt", {
    options: "-cvqr --container --vm --quiet --chroot --private-users --list",
    match: ["systemd-detect-virt"],
    notMatch: ["systemd-detect-virt x"],
  }),
  also(
    { connects: systemBus },
    subs("hostnamectl", "--static --transient --pretty --json=", [
      {
        sub: "status",
        options: "--static --transient --pretty --json=",
        match: ["hostnamectl status"],
        notMatch: ["hostnamectl hostname web1", "hostnamectl set-hostname web1", "hostnamectl -H host status"],
      },
      {
        options: "--static --transient --pretty --json=",
        match: ["hostnamectl"],
        notMatch: ["hostnamectl set-chassis vm"],
      },
    ]),
  ),
  also(
    { connects: systemBus },
    subs("timedatectl", "--no-pager -a --all", [
      {
        sub: "status|show|list-timezones|timesync-status|show-timesync",
        options: "--no-pager -a --all -p= -P= --property= --value",
        match: ["timedatectl status", "timedatectl show -p NTP", "timedatectl list-timezones"],
        notMatch: ["timedatectl set-ntp true", "timedatectl status -H host"],
      },
      { options: "--no-pager", match: ["timedatectl"], notMatch: ["timedatectl set-time 10:00"] },
    ]),
  ),
  also(
    { connects: systemBus },
    subs("localectl", "--no-pager", [
      {
        sub: "status|list-locales|list-keymaps|list-x11-keymap-models|list-x11-keymap-layouts",
        options: "--no-pager",
        match: ["localectl status", "localectl list-locales"],
        notMatch: ["localectl set-locale C"],
      },
      { options: "--no-pager", match: ["localectl"], notMatch: ["localectl set-keymap de"] },
    ]),
  ),
  also(
    { connects: systemBus },
    subs("loginctl", "--no-pager --no-legend -p= --property= --value -a --all -l --full", [
      {
        sub: `list-sessions|list-users|list-seats|session-status|user-status|seat-status|show-session|show-user|show-seat`,
        options: `--no-pager --no-legend -p= -P= --property= --value -a --all -l --full -n= --lines= -o= --output= -j
        --json=`,
        operands: ["text"],
        match: ["loginctl list-sessions", "loginctl show-session 3 -p Type"],
        notMatch: ["loginctl terminate-user dev", "loginctl -H host list-sessions", "loginctl list-sessions -M box"],
      },
      { options: "--no-pager --no-legend", match: ["loginctl"], notMatch: ["loginctl lock-sessions"] },
    ]),
  ),
];

/** Service managers besides systemd. */
const others: readonly Program[] = [
  also(
    { starts: ["basename", "systemctl", "env"] },
    subs("service", "", [
      {
        operands: ["text"],
        operandIs: [/^[\w@.-]+$/, /^status$/],
        // The script of a service may start it without a word.
        needs: 2,
        match: ["service nginx status"],
        notMatch: [
          "service nginx",
          "service nginx restart",
          "service ../../tmp/x status",
          "service nginx --full-restart",
          "service --status-all",
        ],
      },
    ]),
  ),
  reads("rc-service", {
    operands: ["text"],
    operandIs: [/^[\w@.-]+$/, /^status$/],
    needs: 2,
    match: ["rc-service nginx status"],
    notMatch: ["rc-service nginx", "rc-service nginx stop", "rc-service ./x status", "rc-service -Z nginx status"],
  }),
  subs("sv", "", [
    {
      sub: "status",
      operands: ["text"],
      operandIs: /^[\w@.-]+$/,
      match: ["sv status nginx"],
      notMatch: ["sv stop nginx", "sv status ./x", "sv -w 1 down nginx"],
    },
  ]),
  also(
    { connects: ["supervisor.sock"] },
    subs("supervisorctl", "", [
      {
        sub: "status|avail|pid|version",
        operands: ["text"],
        match: ["supervisorctl status", "supervisorctl status web"],
        notMatch: [
          "supervisorctl",
          "supervisorctl -c x status",
          "supervisorctl -s http://x status",
          "supervisorctl stop x",
        ],
      },
      {
        sub: "tail",
        options: "-#",
        operands: ["text"],
        match: ["supervisorctl tail web"],
        notMatch: ["supervisorctl tail -f web", "supervisorctl fg web"],
      },
    ]),
  ),
  also(
    { getopt: true },
    reads("dmesg", {
      options: `-adeHkLPprTtuxwWSJ -f= -l= -s= -F=< --human --kernel --userspace --level= --facility= --follow --follow-new
      --raw --time-format= --ctime --reltime --decode --color[=] --notime --nopager --noescape --force-prefix --since=*
      --until=* --show-delta --json --syslog --file=< --buffer-size= !erases:-C !erases:-c ?-D ?-n= ?-E !erases:--clear !--read-clear
      ?--console-off ?--console-on ?--console-level=`,
      match: ["dmesg", "dmesg -T", "dmesg --level=err,warn", "dmesg -H --nopager"],
      notMatch: ["dmesg -c", "dmesg -C", "dmesg -n 1", "dmesg -D", "dmesg -Tc", "dmesg --cle", "dmesg -F ~/.netrc"],
    }),
  ),
];

/** Services and the records they keep. */
export const servicePrograms: readonly Program[] = [...systemd, ...others];

/** A script of the init system is a service by another name. */
export function serviceOf(path: string): readonly string[] | null {
  const name = /^\/etc\/(?:init\.d|rc\.d|rc\.d\/init\.d)\/([\w@.-]+)$/.exec(path)?.[1];
  return name === undefined ? null : ["service", name];
}
