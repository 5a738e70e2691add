import ts from "typescript";

export interface LongFunction {
  name: string;
  lines: number;
}

/** The functions of a source text that are longer than a person reads in one go, closures included. */
export function longFunctions(text: string, isTsx: boolean, mostLines: number): LongFunction[] {
  const kind = isTsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  const found: LongFunction[] = [];
  const visit = (node: ts.Node): void => {
    const lines = lineOf(node.getEnd()) - lineOf(node.getStart(source)) + 1;
    if (lines <= mostLines) return;
    if (ts.isFunctionLike(node)) found.push({ name: nameOf(node), lines });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;

  function nameOf(node: ts.SignatureDeclaration): string {
    const { parent } = node;
    const held = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined;
    return (node.name ?? held)?.getText(source) ?? "without a name";
  }
}
