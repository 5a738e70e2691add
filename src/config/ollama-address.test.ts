import { expect, it } from "vitest";
import { ollamaAddress } from "./ollama-address.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:11434"],
  ["box:8080", "http://box:8080"],
  [":8080", "http://127.0.0.1:8080"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:1", "http://127.0.0.1:1"],
  ["[::]:1", "http://[::1]:1"],
  ["[fe80::1]", "http://[fe80::1]:11434"],
  ["http://box", "http://box:80"],
  ["https://box/", "https://box:443"],
  ["https://box:1/ollama", "https://box:1/ollama"],
  [" box ", "http://box:11434"],
])("reads OLLAMA_HOST=%s as %s", (written, address) => {
  expect(ollamaAddress(written)).toBe(address);
});
