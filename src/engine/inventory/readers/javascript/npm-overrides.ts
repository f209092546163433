import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import { shownText } from '../../../sources/shown-text.ts'
import type { NpmOverrides } from '../../installation.ts'
import { parseOverrideKey } from '../../npm-tree/override-key.ts'
import type { OverrideRule } from '../../npm-tree/override-set.ts'
import { atLine } from '../../syntax/json-lines.ts'
import type { NpmProject } from './npm-project.ts'

/** Maximum number of overrides in a manifest. Projects have a few. */
const maxOverrides = 1_000
/** Maximum nesting depth of selectors. */
const maxNesting = 20

type LineOf = (part: 'overrides' | 'resolutions', key: string) => number | undefined

/**
 * Parses npm's `overrides`, and yarn's `resolutions` without paths. See
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-json#overrides
 */
export function readOverrides(
  { overrides, resolutions }: Readonly<Record<string, unknown>>,
  project: NpmProject,
  lineOf: LineOf,
): NpmOverrides | undefined {
  const reading = isObject(overrides)
    ? new OverrideReading(project, (key) => lineOf('overrides', key), false)
    : isObject(resolutions)
      ? new OverrideReading(project, (key) => lineOf('resolutions', key), true)
      : undefined
  reading?.read(isObject(overrides) ? overrides : isObject(resolutions) ? resolutions : {}, [])
  return reading?.result
}

/** Collects the selectors at all nesting levels. */
class OverrideReading {
  readonly #rules: OverrideRule[] = []
  readonly #references: Record<string, string> = {}
  readonly #unapplied: { name: string; reason: DependencyReason; line?: number }[] = []
  readonly #requests: ReadonlyMap<string, string>
  readonly #lineOf: (key: string) => number | undefined
  readonly #isOfYarn: boolean
  #count = 0

  constructor(project: NpmProject, lineOf: (key: string) => number | undefined, isOfYarn: boolean) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = project
    // npm uses the first match for `$name`. Since later entries of this map replace earlier ones, the entries are in
    // reverse order.
    this.#requests = new Map([...peerDependencies, ...dependencies, ...optionalDependencies, ...devDependencies])
    this.#lineOf = lineOf
    this.#isOfYarn = isOfYarn
  }

  get result(): NpmOverrides | undefined {
    if (this.#rules.length === 0 && this.#unapplied.length === 0) return undefined
    return {
      rules: this.#rules,
      references: this.#references,
      changesOwnRequests: this.#isOfYarn,
      unapplied: this.#unapplied,
    }
  }

  read(level: Readonly<Record<string, unknown>>, outer: readonly string[]): void {
    for (const [key, value] of Object.entries(level)) {
      if (key === '.') continue
      const keys = [...outer, key]
      this.#count += 1
      if (this.#count > maxOverrides) {
        if (this.#count === maxOverrides + 1) this.#leaveOut(keys, { code: 'override-limit', count: maxOverrides })
        return
      }
      this.#readOne(keys, value)
    }
  }

  #readOne(keys: readonly string[], value: unknown): void {
    const key = keys.at(-1) ?? ''
    if (this.#isOfYarn && !isPackageName.test(key)) return this.#leaveOut(keys, 'resolution-below-package')
    if (parseOverrideKey(key) === undefined) return this.#leaveOut(keys, 'override-name')
    const own = isObject(value) ? (value['.'] ?? undefined) : value
    const isNested = isObject(value)
    if ((own !== undefined || !isNested) && typeof own !== 'string') return this.#leaveOut(keys, 'override-value')
    if (isNested && keys.length >= maxNesting)
      return this.#leaveOut(keys, { code: 'override-nesting-limit', count: maxNesting })
    this.#rules.push({ keys, value: this.#valueOf(keys, own) })
    if (isNested) this.read(value, keys)
  }

  #valueOf(keys: readonly string[], value: string | undefined): string | undefined {
    if (value?.startsWith('$') !== true) return value
    const name = value.slice(1)
    const requested = this.#requests.get(name)
    if (requested === undefined) this.#leaveOut(keys, 'override-reference')
    else this.#references[name] = requested
    return requested === undefined ? undefined : value
  }

  #leaveOut(keys: readonly string[], reason: DependencyReason): void {
    this.#unapplied.push({ name: shownText(keys.join(' > ')), reason, ...atLine(this.#lineOf(keys[0] ?? '')) })
  }
}

const isPackageName = /^(?:@[^/@]+\/)?[^/@*]+$/
