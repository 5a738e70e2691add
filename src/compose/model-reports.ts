import type { LoadedConfig } from "../config/index.ts";
import {
  type CheckResult,
  type ChosenModel,
  checkModel,
  checkRunbookFile,
  describeModels,
  isInFolder,
  listRunbooks,
  type ProviderReport,
} from "../models/index.ts";
import { defaultModel, modelOptions, runbooksDir, sshAccess } from "./default-model.ts";

/** What `cotty models` shows. */
export async function openModelReport(
  { config }: LoadedConfig,
  options: { signal: AbortSignal },
): Promise<{ chosen: ChosenModel; providers: ProviderReport[] }> {
  const [chosen, providers] = await Promise.all([
    defaultModel(config),
    describeModels(config.providers, { ...options, ssh: sshAccess }),
  ]);
  return { chosen, providers };
}

/** The runbooks there are, and those of the person that cannot be used. */
export function openRunbooks({ config }: LoadedConfig) {
  return listRunbooks({ userRunbooksDir: runbooksDir(config) });
}

/** What is found of a runbook file, and whether it lies where it is read. */
export async function checkRunbook({ config }: LoadedConfig, file: string) {
  const folder = runbooksDir(config);
  return {
    checked: await checkRunbookFile(file, { userRunbooksDir: folder }),
    folder,
    isRead: isInFolder(file, folder),
  };
}

/** One small request to a model: the one in use, or the one that is named. */
export async function checkOneModel(
  { config }: LoadedConfig,
  id: string | undefined,
  options: { cwd: string; signal: AbortSignal },
): Promise<CheckResult> {
  const checked = id ?? (await defaultModel(config)).id;
  return await checkModel(checked, config.providers, {
    ...modelOptions(config, options.cwd),
    signal: options.signal,
  });
}
