// For the bundle: Node's own modules without what `import` adds to them. Importing one reads each of its properties, also
// those that load half of Node when they are touched (http.WebSocket its HTTP client, process.allowedNodeEnvironmentFlags
// the manual of its options): 40 ms before the first line of ours runs. Asking for the module itself reads nothing.
const prefix = "\0builtin:";

export function bareBuiltins() {
  return {
    name: "bare-builtins",
    resolveId(id, _importer, { kind }) {
      return kind !== "require-call" && id.startsWith("node:") && hasGetters(id) ? `${prefix}${id}` : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const exports = Object.keys(process.getBuiltinModule(name))
        .filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== "default")
        .map((key) => `const _${key} = /* @__PURE__ */ get("${key}");\nexport { _${key} as ${key} };`);
      return [
        `const builtin = process.getBuiltinModule("${name}");`,
        "const get = (key) => builtin[key];",
        "export default builtin;",
        ...exports,
      ].join("\n");
    },
  };
}

function hasGetters(name) {
  const builtin = process.getBuiltinModule(name);
  if (builtin === undefined) return false;
  return Object.values(Object.getOwnPropertyDescriptors(builtin)).some(({ get, enumerable }) => get && enumerable);
}
