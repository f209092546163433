import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant, Outcome } from './mutant.ts'

export interface MutantResult {
  readonly outcome: Outcome
  /** The test that failed. */
  readonly test?: string
  readonly message?: string
}

/**
 * Returns a key of a mutant from its change and the surrounding text. A number distinguishes equal places in a file.
 */
export function keyOf({ path, operator, edit }: Pick<Mutant, 'path' | 'operator' | 'edit'>, text: string): string {
  const before = text.slice(0, edit.start)
  const around = text.slice(Math.max(0, edit.start - 120), edit.end + 40)
  const occurrence = before.split(around).length
  return createHash('sha256')
    .update(JSON.stringify([path, operator, around, edit.end - edit.start, edit.text, occurrence]))
    .digest('hex')
    .slice(0, 24)
}

/** Outcomes by mutant, one line of JSON each, so that an interrupted run can continue. */
export class Results {
  readonly #path: string
  readonly #known = new Map<string, MutantResult>()

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line === '') continue
      const { key, ...result } = JSON.parse(line) as MutantResult & { key: string }
      this.#known.set(key, result)
    }
  }

  of(mutant: Mutant, text: string): MutantResult | undefined {
    return this.#known.get(keyOf(mutant, text))
  }

  /** @param retry whether mutants that survived run again, because tests may have been added */
  isPending(mutant: Mutant, text: string, retry: boolean): boolean {
    const known = this.of(mutant, text)
    return known === undefined || (retry && (known.outcome === 'survived' || known.outcome === 'uncovered'))
  }

  add(mutant: Mutant, text: string, result: MutantResult): void {
    const key = keyOf(mutant, text)
    this.#known.set(key, result)
    appendFileSync(this.#path, `${JSON.stringify({ key, ...result })}\n`)
  }
}
