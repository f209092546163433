import type { Judgement } from './judge-case.ts'
import { rulesFor } from './class-rules.ts'

/**
 * What a rule did on the corpus. `found`: malicious cases of it that it found at their place. `missed`: the others of
 * it, whether or not another rule found them. `falseAlarms`: benign cases in which it reported anything.
 */
export interface RuleFigures {
  readonly found: number
  readonly missed: number
  readonly falseAlarms: number
}

/** Results of all rules. `missed` lists malicious cases that no rule found. */
export interface CorpusFigures {
  readonly rules: Readonly<Record<string, RuleFigures>>
  readonly missed: readonly string[]
  /** Benign cases with the rules that reported something in them. */
  readonly falseAlarms: Readonly<Record<string, readonly string[]>>
}

/** Adds up what became of every case. */
export function figuresOf(judgements: readonly Judgement[]): CorpusFigures {
  const rules: Record<string, { found: number; missed: number; falseAlarms: number }> = {}
  const count = (rule: string, what: keyof RuleFigures) => {
    const figures = (rules[rule] ??= { found: 0, missed: 0, falseAlarms: 0 })
    figures[what] += 1
  }
  for (const { case: judged, foundBy, alarmedBy } of judgements) {
    for (const rule of judged.label === 'malicious' ? rulesFor(judged) : [])
      count(rule, foundBy.includes(rule) ? 'found' : 'missed')
    for (const rule of alarmedBy) count(rule, 'falseAlarms')
  }
  return {
    rules: Object.fromEntries(Object.entries(rules).sort(([a], [b]) => (a < b ? -1 : 1))),
    missed: judgements.filter(isMissed).map((judgement) => judgement.case.name),
    falseAlarms: Object.fromEntries(
      judgements
        .filter(({ alarmedBy }) => alarmedBy.length > 0)
        .map((judgement) => [judgement.case.name, judgement.alarmedBy]),
    ),
  }
}

/** A malicious case that no rule found where it had to. */
export const isMissed = ({ case: judged, foundBy }: Pick<Judgement, 'case' | 'foundBy'>): boolean =>
  judged.label === 'malicious' && foundBy.length === 0
