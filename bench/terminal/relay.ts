// The least that a process between a shell and its user can do: it hands bytes on. Its one argument is the socket.
import { createServer } from "node:net";
import { barePty, onBytes } from "./setting.ts";

const [path = "", folder = ""] = process.argv.slice(2);
const pty = barePty(folder, ["bash", "--norc"]);
createServer((socket) => {
  socket.on("data", (bytes) => pty.write(bytes));
  onBytes(pty, (bytes) => socket.write(bytes));
  socket.on("close", () => {
    pty.kill();
    process.exit();
  });
}).listen(path, () => process.send?.("ready"));
