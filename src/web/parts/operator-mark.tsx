import { Diamond, Zap } from "lucide-react";

/** Who acts, by shape first: a person is round, an agent square, a model a diamond. */
export function OperatorMark({
  kind,
  name,
  large,
}: {
  kind: "person" | "agent" | "model";
  name?: string;
  large?: boolean;
}) {
  return (
    <span className={`op ${kind}${large ? " lg" : ""}`} aria-hidden="true">
      {kind === "person" ? (
        initial(name)
      ) : kind === "agent" ? (
        <Zap className="icon xs" />
      ) : (
        <Diamond className="icon xs" />
      )}
    </span>
  );
}

function initial(name = "you"): string {
  return ([...name][0] ?? "?").toUpperCase();
}
