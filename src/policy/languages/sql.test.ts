import { describe, expect, it } from "vitest";
import { statementHarm } from "./sql.ts";

const effectOf = (text: string) => statementHarm(text)?.effect ?? "none";

describe("statements of SQL", () => {
  it("that read or change named rows do no harm by themselves", () => {
    const plain = [
      "select * from users",
      "select 'drop table x'",
      "insert into t values ('drop table x')",
      "update t set a = 1 where id = 2",
      "delete from logs where id = 4",
      "drop index concurrently i",
      "flush privileges",
      "select * from program where id = 1",
      "show variables like 'general_log_file'",
      "create table t (a int)",
    ];
    expect(plain.map((text) => [text, effectOf(text)])).toEqual(plain.map((text) => [text, "none"]));
  });

  it("that drop, empty or change everything destroy", () => {
    const bad = [
      "DROP TABLE users",
      "select 1; Truncate t",
      "delete from t",
      "delete from t where 1=1",
      "UPDATE t SET a = 1",
      "alter table t drop column a",
      "flush tables with read lock",
      "/*!50000 drop table t */",
      "drop/**/table t",
      "match (n) detach delete n",
      "execute immediate 'x'",
    ];
    expect(bad.map((text) => [text, effectOf(text)])).toEqual(bad.map((text) => [text, "destroys"]));
  });

  it("that reach files, programs, accounts or password hashes say so", () => {
    expect(effectOf("select load_file ('/etc/passwd')")).toBe("runs-unread");
    expect(effectOf("copy t to program 'sh'")).toBe("runs-unread");
    expect(effectOf('select * from "mysql"."user"')).toBe("exposes");
    expect(effectOf("select rolpassword from pg_catalog.pg_authid")).toBe("exposes");
    expect(effectOf("grant all on t to bob")).toBe("escalates");
  });
});
