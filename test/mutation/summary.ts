import Table from 'cli-table3'
import { lineDiff, type Mutant, type Outcome } from './mutant.ts'
import type { MutantResult } from './results.ts'
import type { Target } from './targets.ts'

export interface Done {
  readonly mutant: Mutant
  /** Undefined if the mutant has not run. */
  readonly result: MutantResult | undefined
}

/** Lists the surviving mutants with their lines before and after. */
export function survivorLines(done: readonly Done[], textOf: (path: string) => string): string {
  return done
    .filter(({ result }) => result?.outcome === 'survived' || result?.outcome === 'uncovered')
    .map(({ mutant, result }) => {
      const { line, before, after } = lineDiff(textOf(mutant.path), mutant)
      return `${mutant.path}:${line} ${mutant.operator} ${result?.outcome ?? ''}\n  - ${before}\n  + ${after}`
    })
    .join('\n')
}

/**
 * Returns figures by file and in total. Valid mutants are neither invalid nor equivalent. The score is the share of
 * killed and timed-out mutants among the valid ones.
 */
export function figuresTable(target: Target, generated: number, done: readonly Done[]): string {
  const table = new Table({
    head: ['file', 'run', 'valid', 'killed', 'timed out', 'survived', 'uncovered', 'invalid', 'equivalent', 'killed %'],
    style: { head: [], border: [] },
  })
  const byPath = Object.entries(Object.groupBy(done, ({ mutant }) => mutant.path))
  for (const [path, ofFile = []] of byPath) table.push(row(path, ofFile))
  table.push(row(`${target.name} (${generated} generated)`, done))
  return table.toString()
}

function row(name: string, done: readonly Done[]): (string | number)[] {
  const count = (outcome: Outcome) => done.filter(({ result }) => result?.outcome === outcome).length
  const [killed, timedOut, survived, uncovered] = [
    count('killed'),
    count('timed-out'),
    count('survived'),
    count('uncovered'),
  ]
  const valid = killed + timedOut + survived + uncovered
  return [
    name,
    done.filter(({ result }) => result).length,
    valid,
    killed,
    timedOut,
    survived,
    uncovered,
    count('invalid'),
    count('equivalent'),
    valid === 0 ? '' : ((100 * (killed + timedOut)) / valid).toFixed(1),
  ]
}
