import { describe, expect, it } from "vitest";
import { openTestServer, upgradeStatus } from "../../test/support/server.ts";

/** Who may use which route. A route that is added and not listed here fails the first test. */
const matrix = {
  public: ["GET /login", "GET /api/v1/health", "GET /api/v1/openapi.json", "GET /api/v1/docs"],
  view: [
    "GET /api/v1/me",
    "POST /api/v1/logout",
    "GET /api/v1/sessions",
    "GET /api/v1/sessions/{id}",
    "GET /api/v1/sessions/{id}/events",
    "GET /api/v1/sessions/{id}/verification",
    "GET /api/v1/search",
    "GET /api/v1/approvals",
    "GET /api/v1/sessions/{id}/terminals",
    "GET /api/v1/sessions/{id}/terminals/{terminal}/recording",
    "GET /api/v1/sessions/{id}/terminals/{terminal}/text",
    "GET /api/v1/settings",
    "GET /api/v1/hosts",
    "GET /api/v1/models",
    "GET /api/v1/agents",
    "GET /api/v1/routines",
    "GET /api/v1/projects",
    "GET /api/v1/usage",
    "WS /api/v1/stream",
  ],
  operate: [
    "GET /api/v1/configuration",
    "POST /api/v1/sessions",
    "POST /api/v1/sessions/{id}/requests",
    "POST /api/v1/sessions/{id}/close",
    "DELETE /api/v1/sessions/{id}",
    "POST /api/v1/sessions/{id}/terminals",
    "DELETE /api/v1/sessions/{id}/terminals/{terminal}",
    "POST /api/v1/sessions/{id}/terminals/{terminal}/input",
    "POST /api/v1/sessions/{id}/terminals/{terminal}/size",
    "GET /api/v1/sessions/{id}/terminals/{terminal}/output",
    "POST /api/v1/hosts/{name}/check",
    "GET /api/v1/hosts/{name}/key",
    "POST /api/v1/hosts/{name}/key",
    "GET /api/v1/keys/{provider}",
    "PUT /api/v1/keys/{provider}",
    "DELETE /api/v1/keys/{provider}",
    "POST /api/gemini/agent",
    "POST /api/gemini/chat",
    "WS /projects/:id/terminal",
    "WS /projects/:id/agent/:agent",
  ],
};

const listed = Object.entries(matrix).flatMap(([access, routes]) => routes.map((route) => ({ access, route })));
const concrete = (path: string) =>
  path
    .replaceAll(/\{id\}/g, "s_1")
    .replaceAll(/\{\w+\}/g, "x")
    .replace("/projects/:id", "/projects/shop")
    .replace(":agent", "cotty");

const inColons = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

describe("the permission matrix", () => {
  it("lists every route the server has, with its access, and no other", async () => {
    await using test = await openTestServer();
    const real = test.server.routes.map(({ method, path, access, kind }) => ({
      access,
      route: `${kind === "websocket" ? "WS" : method.toUpperCase()} ${path}`,
    }));
    const order = (a: { route: string }, b: { route: string }) => a.route.localeCompare(b.route);
    expect(real.sort(order)).toEqual([...listed].sort(order));
  });

  it("describes every route, WebSockets too, in the OpenAPI document with the same scope and a name of its own", async () => {
    await using test = await openTestServer();
    const document = (await (await test.call("/api/v1/openapi.json", { token: null })).json()) as {
      paths: Record<
        string,
        Record<string, { security?: { bearer?: string[] }[]; operationId: string; responses: object }>
      >;
    };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security, responses }]) => ({
        access: security?.[0]?.bearer?.[0] ?? "public",
        route: `${"101" in responses ? "WS" : method.toUpperCase()} ${path.startsWith("/projects") ? inColons(path) : path}`,
      })),
    );
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(described.length);
    const undescribed = ["GET /login", "GET /api/v1/openapi.json", "GET /api/v1/docs"];
    const wanted = listed.filter(({ route }) => !undescribed.includes(route));
    const order = (a: { route: string }, b: { route: string }) => a.route.localeCompare(b.route);
    expect(described.sort(order)).toEqual(wanted.sort(order));
  });

  it("is what each route does for nobody, for who may look, and for who may operate [S4.12]", async () => {
    await using test = await openTestServer();
    const identities = { nobody: null, view: test.tokens.view, operate: test.tokens.operate };
    for (const { access, route } of listed) {
      const [method = "", path = ""] = route.split(" ");
      for (const [who, token] of Object.entries(identities)) {
        const refusal =
          access === "public" ? null : who === "nobody" ? 401 : access === "operate" && who === "view" ? 403 : null;
        const status =
          method === "WS"
            ? await upgradeStatus(
                test.dial(
                  concrete(path),
                  token === null ? { authorization: "" } : { authorization: `Bearer ${token}` },
                ),
              )
            : (
                await test.call(concrete(path), {
                  method,
                  token,
                  ...(["POST", "PUT"].includes(method) && { body: {} }),
                })
              ).status;
        const label = `${who}: ${route}`;
        if (refusal !== null) expect([label, status]).toEqual([label, refusal]);
        // The login page answers 401 to a wrong code, whoever brings it; everything else lets in who may.
        else if (path !== "/login") expect([label, [401, 403].includes(status)]).toEqual([label, false]);
      }
    }
  });
});

describe("who may only look", () => {
  it("gets every answer of every route with secrets replaced", async () => {
    await using test = await openTestServer({
      catalog: {
        routines: () => [{ name: "deploy", description: "hunter2", cmd: "login hunter2", target: null }],
        hosts: () => ({ hosts: [{ name: "db", destination: "hunter2@db" }], problems: ["hunter2"] }),
        models: async () => ({ chosen: { id: "hunter2", reason: "" }, providers: [] }),
        agents: () => [{ name: "cotty", label: "hunter2", installed: true, nextStep: "" }],
        projects: () => [{ name: "shop", target: "local", cwd: "/srv/hunter2" }],
        examples: async () => ["hunter2"],
      },
    });
    const id = await test.openSession({ title: "hunter2", cwd: "/srv/hunter2" });
    const runner = await test.engine.take(id, { isAttended: () => true });
    await runner.request({ type: "prompt", text: "say hunter2" }, { by: "person:mira", from: "test" });
    await runner.idle();
    const readable = test.server.routes.filter(
      ({ method, access, kind }) => method === "get" && access === "view" && kind === "http",
    );
    const paths = readable.map(({ path }) => path.replace("{id}", id)).filter((path) => !path.includes("{"));
    const leaks: string[] = [];
    const shown: string[] = [];
    for (const path of paths) {
      const asked = path.endsWith("/search") ? `${path}?q=hunter2` : path;
      if ((await (await test.call(asked)).text()).includes("hunter2")) shown.push(path);
      if ((await (await test.call(asked, { token: test.tokens.view })).text()).includes("hunter2")) leaks.push(path);
    }
    expect(leaks).toEqual([]);
    // What an operator sees proves that there was something to replace.
    expect(paths.filter((path) => !shown.includes(path))).toEqual([
      "/api/v1/me",
      `/api/v1/sessions/${id}/verification`,
      "/api/v1/approvals",
      `/api/v1/sessions/${id}/terminals`,
    ]);
  });

  it("gets text with secrets replaced, from the API and from the stream, and cannot send requests or see bytes", async () => {
    await using test = await openTestServer({ script: [{ text: "The password is hunter2." }] });
    const id = await test.openSession({ title: "hunter2" });
    const runner = await test.engine.take(id, { isAttended: () => true });
    await runner.request({ type: "prompt", text: "say hunter2" }, { by: "person:mira", from: "test" });
    await runner.idle();
    const read = async (token: string, path: string) => (await test.call(path, { token })).text();
    for (const path of [
      `/api/v1/sessions/${id}/events`,
      `/api/v1/sessions/${id}`,
      "/api/v1/sessions",
      "/api/v1/search?q=password",
    ]) {
      expect(await read(test.tokens.operate, path)).toContain("hunter2");
      expect(await read(test.tokens.view, path)).not.toContain("hunter2");
      expect(await read(test.tokens.view, path)).toContain("[secret]");
    }
    // A match in what is hidden would tell it, and marks in it would keep it from being known.
    for (const part of ["h", "hunt", "hunter2"])
      expect(JSON.parse(await read(test.tokens.view, `/api/v1/search?q=${part}`))).toEqual({ hits: [] });
    const { streamOf } = await import("../../test/support/server.ts");
    const socket = test.dial("/api/v1/stream", { authorization: `Bearer ${test.tokens.view}` });
    const stream = streamOf(socket);
    await stream.greet();
    stream.send({ type: "subscribe", session: id, after: 0 });
    stream.send({ type: "subscribe-sessions" });
    await stream.message("caught-up");
    await stream.message("sessions");
    expect(JSON.stringify(stream.messages)).not.toContain("hunter2");
    expect(JSON.stringify(stream.messages)).toContain("[secret]");
    stream.send({ type: "request", id: "r1", session: id, request: { type: "prompt", text: "x" } });
    expect((await stream.message("reply")).reply).toMatchObject({ outcome: "refused", error: { code: "auth.scope" } });
    stream.send({ type: "attach", channel: 1, session: id, terminalId: "term_1", from: 0 });
    expect((await stream.message("failed")).error.code).toBe("auth.scope");
    stream.send({ type: "attach", channel: 2, session: id, terminalId: "term_1", from: null, output: false });
    const { encodeTerminalFrame } = await import("../protocol/index.ts");
    socket.send(encodeTerminalFrame({ kind: "input", channel: 2, offset: 0, bytes: Buffer.from("ls\r") }));
    await stream.until(() => stream.messages.filter(({ type }) => type === "failed").length === 2);
    expect(stream.messages.at(-1)).toMatchObject({ channel: 2, input: true, error: { code: "auth.scope" } });
    expect([stream.frames, test.terminals.typed]).toEqual([[], []]);
    expect(runner.state.turns.length).toBe(1);
  });
});
