import type { JudgeReachability } from './installed-program.ts'

export const judgeReachability: JudgeReachability = (_program, vulnerable) =>
  vulnerable.map(() => ({ status: 'unknown', reason: 'functions-not-derived' }))
