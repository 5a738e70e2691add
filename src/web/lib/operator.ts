import { createContext, use } from "react";

/** Who looks at this page, and whether they may do more than look. */
export interface Operator {
  readonly name: string;
  readonly canOperate: boolean;
}

export const OperatorContext = createContext<Operator>({ name: "you", canOperate: true });

export function useOperator(): Operator {
  return use(OperatorContext);
}
