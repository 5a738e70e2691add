import { homedir } from "node:os";
import {
  configDirectory,
  everyName,
  followConfig,
  type LoadedConfig,
  openRuleFiles,
  policySettings,
} from "../config/index.ts";
import {
  type ConfiguredPolicy,
  configuredPolicy,
  createPolicyJudge,
  createPolicyReport,
  type Judge,
  openWrittenRules,
  type PolicyReport,
  type RuleBook,
  type Secrets,
  type Trusted,
  trustProjectRules,
} from "../engine/index.ts";
import { createHostFinder, parseKeys } from "../terminal/index.ts";

const ruleFiles = (stateDir: string, personFolder: string | null) =>
  openRuleFiles({ stateDir, personFolder, env: process.env });

/** The rules of people; `personFolder` is where a person works at this machine, null in the daemon. */
export const openRules = (stateDir: string, personFolder: string | null) =>
  openWrittenRules(ruleFiles(stateDir, personFolder));

interface JudgeOptions {
  loaded: LoadedConfig;
  stateDir: string;
  rules: Pick<RuleBook, "rulesFor">;
  secrets: Pick<Secrets, "learn" | "learnShown">;
}

/** The judge of every act. A daemon lives for weeks: what a person changes in a file holds from the next act on. */
export function openJudge({ loaded, stateDir, rules, secrets }: JudgeOptions): Judge {
  const configured = followPolicy(loaded, process.env);
  const ownFolders = { state: everyName(stateDir), config: everyName(configDirectory(process.env)) };
  return async (act, place) => {
    const { dangerousPatterns, hosts, unreadRules } = await configured();
    const judge = createPolicyJudge({
      dangerousPatterns,
      rules: async (session) => [...(await rules.rulesFor(session)), ...unreadRules],
      ...hosts,
      parseKeys,
      learnSecrets: secrets.learn,
      learnShown: secrets.learnShown,
      ownFolders,
    });
    return judge(act, place);
  };
}

/** What the configuration says about policy now. */
export function followPolicy(loaded: LoadedConfig, env: NodeJS.ProcessEnv): () => Promise<ConfiguredPolicy> {
  const findHosts = (hosts: ReadonlyMap<string, string | null>) => createHostFinder({ hosts, env });
  return followConfig<ConfiguredPolicy>(loaded, (now, before) =>
    configuredPolicy(policySettings(now), { findHosts, before }),
  );
}

/** What `cotty policy` asks about a session in this folder. */
export async function openPolicy(loaded: LoadedConfig, stateDir: string, cwd: string): Promise<PolicyReport> {
  const held = await openRules(stateDir, cwd).rulesAt({ target: "local", cwd });
  return createPolicyReport(held, { patterns: policySettings(loaded).dangerousPatterns, home: homedir() });
}

/** Trusts the rules of the project that a folder is in, as they are now. */
export const trustRulesOf = (cwd: string, stateDir: string): Promise<Trusted> =>
  trustProjectRules(ruleFiles(stateDir, cwd), cwd);
