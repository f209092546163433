import { lineAndColumnOf } from '../../analysis/ir/ir-module.ts'
import type { ChangeSign, VulnerableFunction } from '../vulnerable-functions.ts'
import type { ComparableFunction, ComparableModule } from './comparable-module.ts'

type Change = VulnerableFunction['change']

/** Strongest evidence first. */
const strength: readonly Change[] = ['changed', 'removed', 'calls-added', 'reads-changed']

/** Collects vulnerable functions, each once with its strongest evidence. */
export class FoundFunctions {
  readonly #found = new Map<ComparableFunction, VulnerableFunction>()

  has(one: ComparableFunction): boolean {
    return this.#found.has(one)
  }

  add(one: ComparableFunction, change: Change, signs: readonly ChangeSign[] = [], isWeak = false): void {
    const known = this.#found.get(one)
    if (known && strength.indexOf(known.change) <= strength.indexOf(change)) return
    const { unit, path } = one.module
    this.#found.set(one, {
      path,
      name: one.name,
      line: lineAndColumnOf(unit, unit.functions[one.index]?.offset ?? 0).line,
      change,
      signs: [...signs],
      ...(isWeak && { isWeak: true }),
    })
  }

  /** True if a function of the file was found. */
  hasIn({ functions }: ComparableModule): boolean {
    return functions.some((one) => this.#found.has(one))
  }

  /** Replaces a file's functions with its module body. */
  addWholeFile({ functions }: ComparableModule): void {
    for (const one of functions) this.#found.delete(one)
    if (functions[0]) this.add(functions[0], 'changed', [], true)
  }

  /** Returns the functions, most likely cause first. */
  ranked(): VulnerableFunction[] {
    return [...this.#found.values()].sort(
      (one, other) =>
        relevance(other) - relevance(one) ||
        compareTexts(one.path, other.path) ||
        one.line - other.line ||
        compareTexts(one.name, other.name),
    )
  }
}

function relevance({ change, signs, isWeak, name }: VulnerableFunction): number {
  if (isWeak) return 0
  const own = change === 'reads-changed' ? 2 : change === 'calls-added' ? 1 : 0
  return 1 + (name === '' ? 0 : 1) + own + signs.length * 2
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
