import type { EffectProgram } from "./effect-rows.ts";
import { accountEffects } from "./rows/accounts.ts";
import { administrationEffects } from "./rows/administration.ts";
import { backupEffects } from "./rows/backups.ts";
import { batchEffects } from "./rows/batch.ts";
import { cloudEffects } from "./rows/clouds.ts";
import { clusterEffects } from "./rows/clusters.ts";
import { containerEffects } from "./rows/containers.ts";
import { databaseEffects } from "./rows/databases.ts";
import { developmentEffects } from "./rows/development.ts";
import { disksEffects } from "./rows/disks.ts";
import { filesEffects } from "./rows/files.ts";
import { gitEffects } from "./rows/git.ts";
import { machinesEffects } from "./rows/machines.ts";
import { macosBsdEffects } from "./rows/macos-bsd.ts";
import { networkEffects } from "./rows/network.ts";
import { networkSettingEffects } from "./rows/network-settings.ts";
import { packageEffects } from "./rows/packages.ts";
import { remoteEffects } from "./rows/remote.ts";
import { searchEffects } from "./rows/search.ts";
import { serverEffects } from "./rows/servers.ts";
import { serviceEffects } from "./rows/services.ts";
import { systemEffects } from "./rows/system.ts";

/** A name stands in one family only. */
export const effectFamilies: readonly (readonly EffectProgram[])[] = [
  accountEffects,
  administrationEffects,
  backupEffects,
  batchEffects,
  cloudEffects,
  clusterEffects,
  containerEffects,
  databaseEffects,
  developmentEffects,
  disksEffects,
  filesEffects,
  gitEffects,
  macosBsdEffects,
  machinesEffects,
  networkEffects,
  networkSettingEffects,
  packageEffects,
  remoteEffects,
  searchEffects,
  serverEffects,
  serviceEffects,
  systemEffects,
];

/** What programs do besides reading, by name. */
export const effectPrograms: ReadonlyMap<string, EffectProgram> = new Map(
  effectFamilies.flat().flatMap((program) => program.names.map((name) => [name, program] as const)),
);
