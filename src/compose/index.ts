export {
  type Daemon,
  type DaemonCard,
  daemonLogPath,
  findDaemon,
  loginLink,
  openDaemon,
  openDaemonCredentials,
} from "./open-daemon.ts";
