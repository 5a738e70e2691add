import { hidesProcesses } from "../system/process-table.ts";
import { loadSystemCalls } from "../system/system-calls.ts";

/** Why a program that detaches itself from an agent's terminal cannot be recognised here; null: it can. */
export async function originProblem(): Promise<string | null> {
  if (process.platform !== "linux") return `${process.platform} does not tell where programs came from`;
  if (hidesProcesses()) return "this system hides the processes of other users (hidepid)";
  return (await loadSystemCalls()) === null ? "the optional package koffi is not installed" : null;
}
