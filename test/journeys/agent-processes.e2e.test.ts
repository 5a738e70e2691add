import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type CottyHome, command, complete, createCottyHome, projectRoot } from "../support/cotty.ts";
import { exists, findTestDaemon, startTestDaemon } from "../support/daemon.ts";
import { needs } from "../support/needs.ts";

const cotty = join(projectRoot, "bin", "cotty");
const refused = "where an agent can type";

/** Runs a script in an agent's terminal that nobody asks about, and answers with what the script wrote to `$OUT`. */
async function runAsAgent(home: CottyHome, script: string): Promise<string> {
  const [file, out] = [join(home.dir, "innocent.sh"), join(home.dir, "out")];
  writeFileSync(file, `#!/bin/bash\nexport OUT=${out} COTTY_STATE_DIR=${home.dir}/state\n${script}\n`);
  chmodSync(file, 0o755);
  const model = home.script([command("./innocent.sh"), complete()]);
  const ran = await home.run(["run", "--mode", "bypassPermissions", "--model", model, "do it"]);
  expect(ran).toMatchObject({ code: 0 });
  await exists(`${out}.done`);
  return readFileSync(out, "utf8");
}

/** A command line of Cotty's own that writes what came of it, however it was started. */
const noted = (call: string) => `sh -c '${cotty} ${call} > $OUT 2>&1; touch $OUT.done'`;

describe.runIf(process.platform === "linux")("a process that an agent started", () => {
  it.each([
    ["setsid -f", (call: string) => `setsid -f env -u COTTY_TERMINAL ${call}`],
    ["a double fork", (call: string) => `(env -u COTTY_TERMINAL ${call} &) &`],
    ["nohup", (call: string) => `nohup env -u COTTY_TERMINAL ${call} > /dev/null 2>&1 &`],
    [
      "an empty environment in a session of its own",
      (call: string) =>
        `(setsid env -i PATH="$PATH" HOME="$HOME" OUT="$OUT" COTTY_STATE_DIR="$COTTY_STATE_DIR" ${call} &)`,
    ],
    [
      "waiting until its terminal has ended",
      (call: string) => `setsid -f env -u COTTY_TERMINAL sh -c "sleep 2; ${call.replaceAll("$", "\\$")}"`,
    ],
  ])("makes no token after %s", async (_, wrap) => {
    using home = createCottyHome();
    expect(await runAsAgent(home, wrap(noted("tokens new evil")))).toContain(refused);
    expect((await home.run(["tokens"])).stdout).toContain("No tokens");
  });

  it("cannot decide, log in, end the daemon or remove what is recorded", async () => {
    using home = createCottyHome();
    const calls = [
      "approve last last --confirm x",
      "reject last last",
      "web",
      "serve --port 0",
      "daemon stop",
      "run --session last go",
      "resume last",
      "exec -- true",
      "hosts accept x",
      "policy trust",
      "sessions delete last",
      "sessions prune --older-than 30",
      "tokens revoke x",
    ];
    const each = calls.map((call) => `${cotty} ${call} >> $OUT 2>&1`).join("; ");
    const said = await runAsAgent(home, `setsid -f env -u COTTY_TERMINAL sh -c '${each}; touch $OUT.done'`);
    expect(said.match(/"cotty .*" is not available here/g)).toEqual(
      calls.map((call) => `"cotty ${call.replace(/ (last|x|--(?!session)).*/, "")}" is not available here`),
    );
  });

  it("makes no token in a world of processes of its own", async () => {
    using home = createCottyHome();
    const call = noted("tokens new evil");
    const hide = `env -u COTTY_TERMINAL unshare --user --map-root-user --pid --fork --mount-proc ${call}`;
    // Where the system gives nobody a namespace, there is nothing to hide in.
    const said = await runAsAgent(home, `${hide} || touch $OUT $OUT.done`);
    if (said !== "") expect(said).toContain("may be one where an agent can type");
    expect((await home.run(["tokens"])).stdout).toContain("No tokens");
  });

  it.each([
    [
      "it has covered the folder of the terminals that are open",
      "mount -t tmpfs -o mode=700 none $COTTY_STATE_DIR/hosts",
    ],
    [
      "it has made a state folder of links to the real one",
      "fake=$OUT.fake; mkdir -m 700 $fake; ln -s $COTTY_STATE_DIR/* $fake; rm $fake/hosts; export COTTY_STATE_DIR=$fake",
    ],
    [
      "it has run Cotty there, which removes what terminals left behind",
      `${cotty} run --mode bypassPermissions --model $MODEL x > /dev/null 2>&1`,
    ],
    [
      "it has moved the folder of the terminals that are open",
      "mv $COTTY_STATE_DIR/hosts $OUT.hosts; mkdir -m 700 $COTTY_STATE_DIR/hosts",
    ],
    [
      "it has moved everything but the database and what is written with it",
      "mkdir $OUT.kept; for f in $COTTY_STATE_DIR/*; do case $f in */cotty.db*|*/anchors);; *) mv $f $OUT.kept;; esac; done",
    ],
    [
      "it has put dead sockets in the place of those of the terminals",
      "cd $COTTY_STATE_DIR; mv hosts $OUT.hosts; mkdir -m 700 hosts; for f in $OUT.hosts/*.life; do deadSocket hosts/${f##*/}; done; cd /",
    ],
    [
      "it says that the machine has been started anew",
      "mv $COTTY_STATE_DIR/hosts $OUT.hosts; cat /proc/sys/kernel/random/uuid > $OUT.boot; mount --bind $OUT.boot /proc/sys/kernel/random/boot_id",
    ],
  ])("makes no token in a world of processes of its own where %s", async (_, prepare) => {
    using home = createCottyHome();
    const script = join(home.dir, "hide.sh");
    const model = home.script([command("true"), complete()]);
    writeFileSync(script, `MODEL=${model}\n${deadSocket}\n${prepare}\n${noted("tokens new evil")}\n`);
    const hide = "env -u COTTY_TERMINAL unshare --user --map-root-user --mount --pid --fork --mount-proc";
    // Where the system gives nobody a namespace, there is nothing to hide in.
    const said = await runAsAgent(home, `${hide} bash ${script} || touch $OUT $OUT.done`);
    if (said !== "") expect(said).toMatch(/may be one where an agent can type|is a link/);
    expect((await home.run(["tokens"])).stdout).toContain("No tokens");
  });

  it("makes a token that the daemon does not take, in another state folder with the real one's credentials", async () => {
    using home = createCottyHome();
    using _daemon = await startTestDaemon(home);
    const mine = (await home.run(["tokens", "new", "mine"])).stdout.trim();
    const script = join(home.dir, "hide.sh");
    const carried = "mkdir -m 700 $OUT.fake; mv $COTTY_STATE_DIR/credentials $OUT.fake/; real=$COTTY_STATE_DIR";
    writeFileSync(
      script,
      `${carried}\nCOTTY_STATE_DIR=$OUT.fake ${cotty} tokens new evil > $OUT 2>&1; mv $OUT.fake/credentials $real/; touch $OUT.done\n`,
    );
    const hide = "env -u COTTY_TERMINAL unshare --user --map-root-user --mount --pid --fork --mount-proc";
    const said = await runAsAgent(home, `${hide} bash ${script} || touch $OUT $OUT.done`);
    const evil = /cotty_\S+/.exec(said)?.[0] ?? "cotty_none";
    const { url } = await findTestDaemon(home);
    const status = async (token: string) =>
      (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await status(mine), await status(evil)]).toEqual([200, 401]);
  });

  it("leaves a person who runs all of Cotty in a container alone, also when the container is started again", async () => {
    using home = createCottyHome();
    const model = home.script([command("true"), complete()]);
    const container = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
    const inside = async (lines: string) =>
      await promisify(execFile)("unshare", [...container, "sh", "-c", lines], { env: home.env });
    const work = `${cotty} run --mode bypassPermissions --model ${model} x > /dev/null 2>&1`;
    // The terminals of the first one are killed with it: `exec` is in the middle of its command.
    const killed = `${cotty} exec -- sleep 60 > /dev/null 2>&1 & until ls ${home.dir}/state/terminals/*/; do sleep 0.1; done`;
    const first = await inside(`${work}; ${cotty} tokens new one; ${killed}; ${cotty} tokens new two`);
    const second = await inside(`${cotty} tokens new three; ${work}; ${cotty} tokens new four`);
    expect([first.stdout, second.stdout].join("").match(/cotty_\S+/g)).toHaveLength(4);
  });

  it("makes no token behind a process table that it has forged", async () => {
    using home = createCottyHome();
    const forge = [
      "p=$$",
      'while [ "$p" -gt 1 ]',
      'do if grep -q cotty-pty-host /proc/$p/comm; then sed "s/(.*)/(node)/" /proc/$p/stat > $OUT.stat; host=$p; fi',
      'p=$(sed "s/.*) //" /proc/$p/stat | cut -d" " -f2)',
      "done",
      "mount --bind $OUT.stat /proc/$host/stat",
    ].join("\n");
    const script = join(home.dir, "forge.sh");
    writeFileSync(script, `${forge}\n${noted("tokens new evil")}\n`);
    // Where the system gives nobody a namespace, nothing can be forged.
    const said = await runAsAgent(
      home,
      `env -u COTTY_TERMINAL unshare --user --map-root-user --mount bash -e ${script} || touch $OUT $OUT.done`,
    );
    if (said !== "") expect(said).toContain("may be one where an agent can type");
    expect((await home.run(["tokens"])).stdout).toContain("No tokens");
  });

  it("gets nothing from the daemon while its connection is in nobody's hands", needs("python3"), async () => {
    using home = createCottyHome();
    using _daemon = await startTestDaemon(home);
    const token = (await home.run(["tokens", "new", "mine"])).stdout.trim();
    const { port } = new URL(/http\S+/.exec((await home.run(["web"])).stdout)?.[0] ?? "");
    const program = join(home.dir, "flight.py");
    writeFileSync(program, asksInFlight(port, token));
    const said = await runAsAgent(home, `python3 ${program} > $OUT 2>&1; touch $OUT.done`);
    expect(said).toContain("HTTP/1.1 403");
    expect(said).toContain("auth.unseen-program");
  });

  it("may still look", async () => {
    using home = createCottyHome();
    expect(await runAsAgent(home, noted("sessions"))).toContain("do it");
  });

  it("gets nothing from the daemon for a token or a link that it found, and a person does", async () => {
    using home = createCottyHome();
    using daemon = await startTestDaemon(home);
    const token = (await home.run(["tokens", "new", "mine"])).stdout.trim();
    const link = /http\S+/.exec((await home.run(["web"])).stdout)?.[0] ?? "";
    const { port, pathname, search } = new URL(link);
    const asks = [
      tcp(port, "GET /api/v1/configuration", token),
      tcp(port, `GET ${pathname}${search}`, token),
      unixSocket(join(home.dir, "state", "daemon.sock"), "/api/v1/configuration", token),
    ];
    const said = await runAsAgent(
      home,
      `setsid -f sh -c '${asks.map((ask) => `(${ask}) >> $OUT 2>&1`).join("; ")}; touch $OUT.done' < /dev/null`,
    );
    expect(said.match(/HTTP\/1.1 \d+|status \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 403", "status 403"]);
    expect(said).toContain(refused);
    // The same from outside, with the same link: it was not used up.
    const outside = await promisify(execFile)("sh", ["-c", asks.join("; ")]);
    expect(outside.stdout.match(/HTTP\/1.1 \d+|status \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 303", "status 200"]);
    expect((await findTestDaemon(home)).pid).toBe(daemon.pid);
    expect(existsSync(join(home.dir, "state", "daemon.sock"))).toBe(true);
  });
});

const deadSocket = `deadSocket() { ${process.execPath} -e 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))' $1; }`;

/** The connection is on its way between two sockets of the program until the answer is there. */
function asksInFlight(port: string, token: string): string {
  return `
import socket, array, time
request = "GET /api/v1/configuration HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nAuthorization: Bearer ${token}\\r\\n\\r\\n"
s = socket.create_connection(("127.0.0.1", ${port}))
own = ":%04X" % s.getsockname()[1]
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
s.sendall(request.encode())
near, far = socket.socketpair()
near.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [s.fileno()]))])
s.close()
def answered():
    rows = [line.split() for line in open("/proc/net/tcp")]
    return any(row[1].endswith(own) and not row[4].endswith(":00000000") for row in rows)
while not answered(): time.sleep(0.02)
fds = array.array("i")
fds.frombytes(far.recvmsg(1, socket.CMSG_LEN(4))[1][0][2][:4])
print(socket.socket(fileno=fds[0]).recv(4000).decode())
`;
}

const quoted = (text: string) => text.replaceAll("'", `'\\''`);

function tcp(port: string, request: string, token: string): string {
  const head = `${request} HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nAuthorization: Bearer ${token}\\r\\nConnection: close\\r\\n\\r\\n`;
  return `bash -c "exec 3<>/dev/tcp/127.0.0.1/${port}; printf \\"${head}\\" >&3; cat <&3"`;
}

function unixSocket(socketPath: string, path: string, token: string): string {
  const options = JSON.stringify({
    socketPath,
    path,
    headers: { host: "localhost", authorization: `Bearer ${token}` },
  });
  const program = `require("http").get(${options}, (answer) => { console.log("status " + answer.statusCode); answer.pipe(process.stdout) })`;
  return `${process.execPath} -e ${JSON.stringify(quoted(program)).replaceAll("$", "\\$")}`;
}
