import { type Program, reads, subs } from "./program.ts";

/** Programs whose options are words with one dash. */
const wordy = (program: Program): Program => ({ ...program, words: true });

/** Settings that say how the desktop looks and behaves; other programs keep tokens in theirs. */
const desktopSettings =
  /^com\.apple\.(?:dock|finder|menuextra\.clock|screencapture|screensaver|loginwindow|HIToolbox|universalaccess|spaces|Terminal|SoftwareUpdate|TimeMachine|symbolichotkeys|LaunchServices|AppleMultitouchTrackpad|desktopservices|controlcenter|WindowManager|SystemProfiler)$/;

/** What is known of an account that is no secret. */
const accountField =
  /^(?:UniqueID|UserShell|NFSHomeDirectory|RealName|PrimaryGroupID|GroupMembership|RecordName|GeneratedUID)$/;

const looks: readonly Program[] = [
  wordy(
    reads("sw_vers", {
      options: `-productName -productVersion -productVersionExtra -buildVersion --productName --productVersion
        --productVersionExtra --buildVersion`,
      match: ["sw_vers", "sw_vers -productVersion"],
      notMatch: ["sw_vers x"],
    }),
  ),
  wordy(
    reads("system_profiler", {
      options: "-xml -json -detailLevel= -listDataTypes -timeout=",
      operands: ["text"],
      // Others show profiles, logs and settings of programs; without a name it shows all of them.
      operandIs:
        /^SP(?:Hardware|Memory|Storage|Software|Displays|USB|Power|SerialATA|NVMe|Audio|Camera|Bluetooth|PCI|Thunderbolt)DataType$/,
      needs: 1,
      match: ["system_profiler SPHardwareDataType", "system_profiler -json SPMemoryDataType"],
      notMatch: [
        "system_profiler",
        "system_profiler SPConfigurationProfileDataType",
        "system_profiler x.spx",
        "system_profiler -usage x",
      ],
    }),
  ),
  reads("vm_stat", {
    options: "-c=",
    operands: ["text"],
    operandIs: /^[\d.]+$/,
    match: ["vm_stat", "vm_stat 1"],
    notMatch: ["vm_stat x"],
  }),
  wordy(
    subs("diskutil", "", [
      {
        sub: "list|info|activity|apfs list|coreStorage list|cs list|appleRAID list",
        options: "-plist -all",
        operands: ["text"],
        match: ["diskutil list", "diskutil info disk0", "diskutil apfs list"],
        notMatch: ["diskutil eraseDisk APFS x disk2", "diskutil apfs deleteVolume disk1s2", "diskutil unmount disk2"],
      },
    ]),
  ),
  subs("launchctl", "", [
    // With a name `list` prints its variables, as `print` does.
    { sub: "list|version", match: ["launchctl list"], notMatch: ["launchctl list com.x", "launchctl print system"] },
    {
      sub: "print-disabled|blame",
      operands: ["text"],
      match: ["launchctl print-disabled system"],
      notMatch: ["launchctl load x.plist", "launchctl bootout system/x", "launchctl setenv A b"],
    },
  ]),
  subs("csrutil", "", [
    {
      sub: "status|authenticated-root status",
      match: ["csrutil status"],
      notMatch: ["csrutil disable", "csrutil clear"],
    },
  ]),
  subs("tmutil", "", [
    {
      sub: "status|listbackups|latestbackup|listlocalsnapshots|destinationinfo|version|machinedirectory",
      options: "-Xtm",
      operands: ["stat"],
      match: ["tmutil listbackups", "tmutil status", "tmutil listlocalsnapshots /"],
      notMatch: ["tmutil delete x", "tmutil disable", "tmutil thinlocalsnapshots /"],
    },
  ]),
  subs("dscl", "", [
    {
      sub: ". -list|. list|. -ls|. ls",
      operands: ["text"],
      operandIs: [/^\/(?:Users|Groups)$/, accountField],
      match: ["dscl . -list /Users", "dscl . -list /Users UniqueID"],
      notMatch: [
        "dscl . -delete /Users/x",
        "dscl . -read /Users/x",
        "dscl . -list /Users dsAttrTypeNative:ShadowHashData",
        "dscl . -list /Users/x",
      ],
    },
  ]),
  reads("pfctl", {
    options: "-s= -vq",
    has: ["-s"],
    values: { "-s": /^\w+$/ },
    match: ["pfctl -s rules", "pfctl -sr"],
    notMatch: ["pfctl -d", "pfctl -F all", "pfctl -s rules -d", "pfctl -f x"],
  }),
  subs("scutil", "", [
    { sub: "--dns|--proxy|--nwi", match: ["scutil --dns", "scutil --nwi"], notMatch: ["scutil", "scutil --dns x"] },
    {
      sub: "--get ComputerName|--get LocalHostName|--get HostName",
      match: ["scutil --get ComputerName"],
      notMatch: ["scutil --set ComputerName x", "scutil -r example.com"],
    },
  ]),
  subs("networksetup", "", [
    {
      sub: "-listallhardwareports|-listallnetworkservices|-listnetworkserviceorder|-listlocations|-getcurrentlocation|-version",
      match: ["networksetup -listallhardwareports"],
      notMatch: ["networksetup -setdnsservers Wi-Fi 192.0.2.1", "networksetup -listallhardwareports -setv4off Wi-Fi"],
    },
    {
      sub: `-getinfo|-getdnsservers|-getsearchdomains|-getmacaddress|-getairportnetwork|-getairportpower|-getwebproxy|-getsecurewebproxy|-getsocksfirewallproxy|-getautoproxyurl|-getproxybypassdomains|-getMTU|-listpreferredwirelessnetworks`,
      operands: ["text"],
      operandIs: /^[\w ().-]+$/,
      match: ["networksetup -getinfo Wi-Fi", "networksetup -getdnsservers Wi-Fi"],
      notMatch: ["networksetup -setairportpower en0 off", "networksetup -getinfo Wi-Fi -setv4off Wi-Fi"],
    },
  ]),
  reads("softwareupdate", {
    options: "-l --list --list-full-installers --history --all",
    has: ["-l", "--list", "--list-full-installers", "--history"],
    talks: true,
    match: ["softwareupdate --list", "softwareupdate -l"],
    notMatch: ["softwareupdate -i x", "softwareupdate --list --install", "softwareupdate --set-catalog x"],
  }),
  subs("pmset", "", [
    {
      sub: "-g",
      operands: ["text"],
      operandIs:
        /^(?:batt|ps|therm|assertions|log|sched|custom|cap|stats|live|systemstate|sysload|adapter|uuid|history)$/,
      match: ["pmset -g", "pmset -g batt"],
      notMatch: ["pmset -a sleep 0", "pmset sleepnow", "pmset -g -a"],
    },
  ]),
  wordy(
    subs("hdiutil", "", [
      { sub: "info", options: "-plist", match: ["hdiutil info"], notMatch: ["hdiutil info x", "hdiutil attach x.dmg"] },
      {
        sub: "imageinfo|isencrypted|pmap",
        options: "-plist",
        operands: ["open"],
        match: ["hdiutil imageinfo x.dmg"],
        notMatch: [
          "hdiutil imageinfo https://example.com/x.dmg",
          "hdiutil create x.dmg",
          "hdiutil imageinfo -stdinpass x",
        ],
      },
    ]),
  ),
  reads("pkgutil", {
    options: `-v --verbose --pkgs[=] --packages --pkgs-plist --files= --pkg-info= --file-info= --groups --group-pkgs=
      --volume= --regexp ?--forget= ?--learn= ?--expand= ?--flatten=`,
    has: ["--pkgs", "--packages", "--pkgs-plist", "--files", "--pkg-info", "--file-info", "--groups", "--group-pkgs"],
    match: ["pkgutil --pkgs", "pkgutil --files com.example.app"],
    notMatch: ["pkgutil --forget com.example.app", "pkgutil --expand x.pkg y", "pkgutil --pkgs --forget x", "pkgutil"],
  }),
  subs("defaults", "", [
    {
      sub: "read -g|read NSGlobalDomain|read-type -g|read-type NSGlobalDomain",
      operands: ["text", "none"],
      operandIs: /^[\w.]+$/,
      match: ["defaults read -g AppleLocale"],
      notMatch: ["defaults write -g a b", "defaults delete -g a"],
    },
    {
      sub: "read|read-type",
      operands: ["text", "text", "none"],
      operandIs: [desktopSettings, /^[\w.-]+$/],
      needs: 1,
      match: ["defaults read com.apple.dock", "defaults read com.apple.dock autohide"],
      notMatch: [
        "defaults read",
        "defaults read-type",
        "defaults read com.example.app token",
        "defaults read ~/x.plist",
        "defaults write com.apple.dock a b",
      ],
    },
    { sub: "domains", match: ["defaults domains"], notMatch: ["defaults import com.x y", "defaults find token"] },
  ]),
];

/** Looks at macOS itself. */
export const macosPrograms: readonly Program[] = looks;
