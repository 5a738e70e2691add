import { type Flow, likelyFolder, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { operandsOf, optionValue } from "../options.ts";
import type { Judges } from "./judge.ts";

const tooMuch = /^(?:root|home|system|system-directory|account|secret|kernel|home-entry|login)$/;

/** Serving files is ordinary for a folder of the project; a whole home, system or disk is not. */
function serves(job: Job): Flow {
  const folder =
    optionValue(job.args, ...(job.name === "httpd" ? ["-h"] : ["-d", "--directory", "-t"])) ??
    operandsOf(job.args).find((arg) => /^[/~.\ufdd3]/u.test(arg.text));
  const folders = [...(folder === undefined ? [] : [folder.text]), ...(likelyFolder(job.shell) === "" ? [] : ["."])];
  const open = folders.find((path) => tooMuch.test(judgedPath(path, job).kind));
  if (open === undefined) ask(job, "network", "network.serves", "Opens a folder to the network.");
  else
    danger(
      job,
      "exfil",
      "exfil.serves",
      `Opens ${open === "." ? "a private folder" : readable(open)} to everyone on the network.`,
      "Serve a folder of the project, on 127.0.0.1.",
    );
  return someFlow;
}

const recorders = /^(?:x11grab|avfoundation|gdigrab|alsa|pulse|v4l2|video4linux2|dshow|kmsgrab|oss|sndio)$/;

/** A recording of the screen, the microphone or the camera is private, wherever it is put. */
function records(job: Job): Flow {
  const flow = judgeByRows(job) ?? someFlow;
  const isRecording = job.args.some((arg, index) => recorders.test(arg.text) && job.args[index - 1]?.text === "-f");
  if (!isRecording) return flow;
  const file = operandsOf(job.args).at(-1);
  if (file !== undefined) job.shell.files.set(judgedPath(file.text, job).path, { ...someFlow, private: true });
  return { ...flow, private: true };
}

export const servingJudges: Judges = {
  "python-http.server": serves,
  "http-server": serves,
  httpd: serves,
  serve: serves,
  ffmpeg: records,
};
