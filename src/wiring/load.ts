export { describeGate, type Gate, judgeGates, parseFailOn } from '../load/fail-on.ts';
export { type PlanOptions, planFrom } from '../load/plan.ts';
