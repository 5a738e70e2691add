import { type Arg, readable } from "../../shell/index.ts";
import { judgedPath } from "../file-access.ts";
import { danger, type Job } from "../job.ts";

/** Whoever may speak to these starts programs as root, whatever their own account may do. */
const ownsTheMachine = /(?:docker|podman|containerd|crio|buildkitd|libvirt|lxd|incus)\b[^/]*(?:\/[^/]*)?\.?sock/i;

/** A program of this machine that is spoken to through a file. */
export function speaksToSocket(job: Job, path: Arg): void {
  if (ownsTheMachine.test(path.text))
    danger(
      job,
      "escalate",
      "escape.socket",
      `Talks to ${readable(path.text)}, which controls the whole machine.`,
      "Use the docker command.",
    );
  else if (judgedPath(path.text, job).kind === "policy")
    danger(
      job,
      "escalate",
      "escape.own-socket",
      `Talks to ${readable(path.text)}: Cotty itself, where questions are answered.`,
      "Leave Cotty's own affairs to people.",
    );
}
