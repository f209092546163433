import vm from 'node:vm'

const functions = { min: Math.min, max: Math.max, round: Math.round, abs: Math.abs }

export function evaluate(formula: string): number {
  const value: unknown = vm.runInNewContext(formula, { ...functions }, { timeout: 200 })
  if (typeof value !== 'number') throw new Error('The formula is not a number')
  return value
}
