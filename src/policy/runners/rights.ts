import { type Arg, type Flow, noFlow, plainArg, someFlow } from "../../shell/index.ts";
import { writesFile } from "../file-access.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { type Judges, named, withHabits } from "../judges/judge.ts";
import { hasOption, operandsOf, optionValue, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import { afterAssignments, inFolder } from "./env.ts";
import { runsShellText } from "./shell-text.ts";

export const opensRootShell = (job: Job): undefined =>
  danger(
    job,
    "escalate",
    "escalate.shell",
    "Opens a shell with another user's rights: everything after it runs with them.",
    "Use sudo for the one command that needs it.",
  );

/** Those with a value: where the command begins depends on them. */
const sudoOptions = optionTable({
  options: `-u= -g= -h= -p= -C= -r= -t= -T= -U= -D= -R= -a= -c= --user= --group= --prompt= --chdir= --host=`,
});

function sudo(job: Job): Flow {
  const { options, operands } = parseArgs(job.args, sudoOptions, { stopAtOperand: true });
  const given = (...names: string[]) => options.find(({ name }) => names.includes(name));
  ask(job, "escalate", "escalate.sudo", `Runs with the rights of another user, usually root (${job.name}).`);
  if (given("-e", "--edit")) {
    for (const operand of operands) writesFile(job, operand, someFlow);
    return noFlow;
  }
  if (operands.length > 0) return afterAssignments(inFolder(job, given("-D", "--chdir")?.value), operands, job.name);
  // systemd's run0 opens a shell without being told to.
  if (given("-i", "-s", "--login", "--shell") || job.name === "run0") opensRootShell(job);
  return someFlow;
}

/** Text behind -c, or a shell. */
function su(job: Job): Flow {
  const code = optionValue(job.args, "-c", "--command");
  if (code === null) {
    opensRootShell(job);
    return someFlow;
  }
  ask(job, "escalate", "escalate.su", `Runs a command as another user (${job.name}).`);
  return runsShellText(job, code.text, `${job.name} -c`, job.stdin, [code]);
}

function runuser(job: Job): Flow {
  const user = optionValue(job.args, "-u", "--user");
  if (user === null || hasOption(job.args, "-c", "--command")) return su(job);
  ask(job, "escalate", "escalate.su", "Runs a command as another user.");
  return runs(
    job,
    operandsOf(job.args).filter((arg) => arg !== user),
  );
}

/** Namespaces and roots: a command inside them may be outside every limit, or in charge of the host. */
function entersHost(job: Job): Flow {
  danger(
    job,
    "escalate",
    "escape.namespace",
    `${shown(job)} enters another root or namespace, from where it controls what is outside.`,
    "Run it on the host itself, with a person's approval.",
  );
  return runs(job, operandsOf(job.args).slice(job.name === "chroot" ? 1 : 0));
}

const runs = (job: Job, argv: readonly Arg[]): Flow =>
  argv.length === 0 ? someFlow : job.run.runArgv(argv, job, { via: job.name, stdin: job.stdin });

/** Programs that run a command as somebody else, or outside of the walls around it. */
export const rightsJudges: Judges = {
  ...withHabits(
    { findsOutputs: true },
    {
      ...named("sudo doas pkexec run0 dzdo gksudo", sudo),
      ...named("chroot nsenter unshare capsh", entersHost),
      runuser,
    },
  ),
  ...named("arch-chroot systemd-nspawn", entersHost),
  sudoedit: (job) => sudo({ ...job, args: [plainArg("-e", job.span), ...job.args] }),
  su,
  sg: su,
};
