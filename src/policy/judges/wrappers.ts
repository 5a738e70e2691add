export { judgeNameValue } from "../suspicion.ts";
