import { type Program, reads, subs } from "./program.ts";

/** Programs whose options are words with one dash. */
const wordy = (program: Program): Program => ({ ...program, words: true });

/** Settings that say how the desktop looks and behaves; other programs keep tokens in theirs. */
const desktopSettings =
  /^com\.apple\.(?:dock|finder|menuextra\.clock|screencapture|screensaver|loginwindow|HIToolbox|universalaccess|spaces|Terminal|SoftwareUpdate|TimeMachine|symbolichotkeys|LaunchServices|AppleMultitouchTrackpad|desktopservices|controlcenter|WindowManager|SystemProfiler)$/;

/** Looks at macOS itself. */
export const macosPrograms: readonly Program[] = [
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
  // The runbooks ask these two.
  subs("scutil", "", [
    { sub: "--dns|--proxy|--nwi", match: ["scutil --dns", "scutil --nwi"], notMatch: ["scutil", "scutil --dns x"] },
    {
      sub: "--get ComputerName|--get LocalHostName|--get HostName",
      match: ["scutil --get ComputerName"],
      notMatch: ["scutil --set ComputerName x", "scutil -r example.com"],
    },
  ]),
  reads("softwareupdate", {
    options: "-l --list --list-full-installers --history --all",
    has: ["-l", "--list", "--list-full-installers", "--history"],
    talks: true,
    match: ["softwareupdate --list", "softwareupdate -l"],
    notMatch: ["softwareupdate -i x", "softwareupdate --list --install", "softwareupdate --set-catalog x"],
  }),
];
