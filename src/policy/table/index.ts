import type { Table } from "../spec.ts";
import { administration } from "./administration.ts";
import { development } from "./development.ts";
import { disks } from "./disks.ts";
import { files } from "./files.ts";
import { machines } from "./machines.ts";
import { network } from "./network.ts";
import { search } from "./search.ts";
import { system } from "./system.ts";

/** Every command that a row can describe. What needs a judge of its own is in judges/. */
export const table: Table = {
  ...development,
  ...administration,
  ...disks,
  ...machines,
  ...network,
  ...system,
  ...search,
  ...files,
};
