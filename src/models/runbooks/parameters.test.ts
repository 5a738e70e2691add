import { expect, it } from "vitest";
import { findParameter } from "./parameters.ts";
import type { ParameterType } from "./runbook.ts";

it.each<[ParameterType, string, string | null]>([
  ["port", "what listens on port 8080?", "8080"],
  ["port", "is :3000 taken", "3000"],
  ["port", "localhost:5432 refuses", "5432"],
  ["port", "is 8080 in use", "8080"],
  ["port", "is port 99999 in use", null],
  ["port", "which ports are open", null],
  ["host", "is example.com's certificate expiring", "example.com"],
  ["host", "check https://user@Shop.example.net:8443/a?b", "shop.example.net"],
  ["host", "ping 192.0.2.7.", "192.0.2.7"],
  ["host", "can I reach 2001:db8::1?", "2001:db8::1"],
  ["host", "is localhost up", "localhost"],
  ["host", "when does server.pem expire", null],
  ["host", "is the network working", null],
  ["host", "ping 999.1.1.1", null],
  ["path", "biggest files in /var/log?", "/var/log"],
  ["path", "biggest files in ~/Downloads, please", "~/Downloads"],
  ["path", "how large is .", "."],
  ["path", "look at ../other.", "../other"],
  ["path", 'what fills "/srv/my files"?', "/srv/my files"],
  ["path", "size of the node_modules folder", "node_modules"],
  ["path", "size of src/web/app", "src/web/app"],
  ["path", "large files in my home directory", "~"],
  ["path", "biggest files in home", "~"],
  ["path", "what is in the root folder", "/"],
  ["path", "how big is node_modules?", "node_modules"],
  ["path", "how many files are in this directory", null],
  ["path", "size of the current folder", null],
  ["path", "biggest files in /home", "/home"],
  ["path", "what is eating my disk", null],
  ["path", 'what is in "-rf /"', "/"],
  ["unit", "why is nginx.service down", "nginx.service"],
  ["number", "top 10 files", "10"],
])("finds the %s in %j: %j", (type, request, value) => {
  expect(findParameter({ type, patterns: [] }, request)?.value ?? null).toBe(value);
});
