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
  readonly #unapplied: { name: string; reason: string; line?: number }[] = []
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
        if (this.#count === maxOverrides + 1) this.#leaveOut(keys, `Assay applies ${maxOverrides} overrides at most`)
        return
      }
      this.#readOne(keys, value)
    }
  }

  #readOne(keys: readonly string[], value: unknown): void {
    const key = keys.at(-1) ?? ''
    if (this.#isOfYarn && !isPackageName.test(key))
      return this.#leaveOut(keys, 'the resolution applies below one package, which Assay does not support')
    if (parseOverrideKey(key) === undefined) return this.#leaveOut(keys, 'npm cannot parse the name of the override')
    const own = isObject(value) ? (value['.'] ?? undefined) : value
    const isNested = isObject(value)
    if ((own !== undefined || !isNested) && typeof own !== 'string')
      return this.#leaveOut(keys, 'npm cannot parse the value of the override')
    if (isNested && keys.length >= maxNesting)
      return this.#leaveOut(keys, `Assay applies ${maxNesting} levels of overrides at most`)
    this.#rules.push({ keys, value: this.#valueOf(keys, own) })
    if (isNested) this.read(value, keys)
  }

  #valueOf(keys: readonly string[], value: string | undefined): string | undefined {
    if (value?.startsWith('$') !== true) return value
    const name = value.slice(1)
    const requested = this.#requests.get(name)
    if (requested === undefined)
      this.#leaveOut(keys, `it refers to ${shownText(value)}, which the project does not request`)
    else this.#references[name] = requested
    return requested === undefined ? undefined : value
  }

  #leaveOut(keys: readonly string[], reason: string): void {
    this.#unapplied.push({ name: shownText(keys.join(' > ')), reason, ...atLine(this.#lineOf(keys[0] ?? '')) })
  }
}

const isPackageName = /^(?:@[^/@]+\/)?[^/@*]+$/
