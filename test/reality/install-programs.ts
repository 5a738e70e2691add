import { spawnSync } from "node:child_process";
import { canInstall } from "../support/tools.ts";

/** Programs that rows of policy are about and that a slim system lacks. */
const packages =
  "acl attr bat bc bsdextrautils bzip2 colordiff fd-find file gawk jq less libcap2-bin libxml2-utils lsb-release lsof lz4 man-db ncal net-tools pciutils pigz procps psmisc ripgrep silversearcher-ag sysstat time tree unzip usbutils util-linux uuid-runtime xxd xz-utils zstd iproute2 kmod cpio lm-sensors smartmontools p7zip-full mdadm e2fsprogs";

/** Before the tests, on CI only: a row whose program is not there is not checked. */
export function setup(): void {
  if (process.env["CI"] !== "true" || !canInstall()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("sh", ["-c", `apt-get install -y -qq --no-install-recommends ${packages}`], {
    stdio: ["ignore", "ignore", 2],
    env,
  });
}
