import { ask, danger, type Job, pathTarget } from "./job.ts";

/** Judges what is written below /proc and /sys. */
export function judgeKernelWrite(job: Job, path: string): undefined {
  const target = pathTarget(path);
  if (/^\/proc\/sysrq-trigger|^\/sys\/power\//.test(path)) {
    return danger(
      job,
      "lockout",
      "power.sysrq",
      `Writing to ${path} can stop or restart the machine at once.`,
      "Use a planned restart, decided by a person.",
      { target },
    );
  }
  if (
    /^\/proc\/sys\/(?:kernel|fs\/binfmt)|^\/sys\/(?:kernel|fs|firmware|module|class\/block|block|bus|devices)|release_agent|^\/proc\/\d+|^\/proc\/self/.test(
      path,
    )
  ) {
    return danger(
      job,
      "escalate",
      "overwrite.kernel",
      `Changes ${path}, a switch inside the running kernel.`,
      "Use sysctl with a named, documented setting.",
      { target },
    );
  }
  return ask(job, "write", "write.kernel", `Changes ${path}, a setting of the running kernel.`, { target });
}
