import npa from 'npm-package-arg'
import semver from 'semver'
import { ItemsByKey } from './items-by-key.ts'
import { parseOverrideKey } from './override-key.ts'
import type { WalkBudget } from './walk-budget.ts'

/** A selector in `overrides`, together with its enclosing selectors. */
export interface OverrideRule {
  readonly keys: readonly string[]
  /** Specifier that replaces the requested one. Absent if the selector only contains nested selectors. */
  readonly value?: string | undefined
}

/** A requirement, and the override that already applies to it. */
interface OverridableRequest {
  readonly name: string
  readonly rawSpec: string
  readonly spec: string
}

/**
 * Overrides that apply below a package: its own, and those of all enclosing selectors. The rules are those of
 * `override-set.js` in @npmcli/arborist 9.9. All sets of a project form one tree, so equal sets are the same object.
 */
export class OverrideSet {
  readonly name: string
  /** Requested versions to which this override applies. Undefined for the root, which is not an override. */
  readonly versions: string | undefined
  /**
   * Replacement specifier. As in npm, a selector with versions and no value replaces a requirement with these versions.
   */
  readonly value: string | undefined
  readonly #parent: OverrideSet | undefined
  readonly #depth: number
  readonly #children = new Map<string, OverrideSet>()
  readonly #byName = new ItemsByKey<OverrideSet>()
  readonly #applies = new Map<string, boolean>()
  readonly #conflicts: Map<OverrideSet, Map<OverrideSet, boolean>>
  readonly #uncompared: Set<string>
  readonly #references: ReadonlyMap<string, string>

  private constructor(
    parent: OverrideSet | undefined,
    references: ReadonlyMap<string, string>,
    { name, versions, value }: Partial<Pick<OverrideSet, 'name' | 'value' | 'versions'>> = {},
  ) {
    this.name = name ?? ''
    this.versions = versions
    this.value = value === '' ? '*' : (value ?? versions)
    this.#parent = parent
    this.#depth = parent === undefined ? 0 : parent.#depth + 1
    this.#conflicts = parent === undefined ? new Map() : parent.#conflicts
    this.#uncompared = parent === undefined ? new Set() : parent.#uncompared
    this.#references = references
  }

  /**
   * Returns a project's override set.
   *
   * @param references the project's version specifiers by name, for values such as `$name`
   */
  static of(rules: readonly OverrideRule[], references: ReadonlyMap<string, string>): OverrideSet {
    const root = new OverrideSet(undefined, references)
    for (const { keys, value } of rules) {
      const last = keys.at(-1) ?? ''
      const parsed = parseOverrideKey(last)
      let parent: OverrideSet | undefined = root
      for (const key of keys.slice(0, -1)) parent = parent === undefined ? undefined : parent.#children.get(key)
      if (parsed === undefined || parent === undefined) continue
      if (parent.#children.has(last)) continue
      const set = new OverrideSet(parent, references, { ...parsed, value })
      parent.#children.set(last, set)
      parent.#byName.add(set.name, set)
    }
    return root
  }

  /** Names of overrides that were not applied because their ranges are too long to compare. */
  get uncompared(): ReadonlySet<string> {
    return this.#uncompared
  }

  /**
   * Returns the set that applies to a requirement in a package with this set. The nearest override takes precedence.
   * Throws WalkLimitReached if the comparisons exceed the budget.
   */
  ruleFor(request: OverridableRequest, budget: WalkBudget): OverrideSet {
    for (const set of this.#ancestry()) {
      for (const rule of set.#byName.of(request.name)) if (rule.#appliesTo(request, budget)) return rule
      if (set.name === request.name && set.#appliesTo(request, budget)) return set
    }
    return this
  }

  /** Returns the specifier that replaces the requirement if this set is an override of its name. */
  specFor({ name, rawSpec }: Pick<OverridableRequest, 'name' | 'rawSpec'>): string {
    if (this.name !== name || this.value === undefined || this.value === '*') return rawSpec
    return this.value.startsWith('$') ? (this.#references.get(this.value.slice(1)) ?? rawSpec) : this.value
  }

  /** Returns the set for a package to which two requirements resolve, or undefined if their overrides conflict. */
  static joined(first: OverrideSet, second: OverrideSet, budget: WalkBudget): OverrideSet | undefined {
    if (second.#isBelow(first)) return second
    if (first.#isBelow(second)) return first
    return OverrideSet.contradict(first, second, budget) ? undefined : first.#commonAncestor(second)
  }

  /** Reports whether two sets replace the same requirement with disjoint versions. */
  static contradict(first: OverrideSet, second: OverrideSet, budget: WalkBudget): boolean {
    if (second.#isBelow(first) || first.#isBelow(second)) return false
    const others = first.#conflicts.get(first) ?? new Map<OverrideSet, boolean>()
    first.#conflicts.set(first, others)
    let doContradict = others.get(second)
    if (doContradict === undefined) {
      const [rules, otherRules] = [first.#rulesByKey(), second.#rulesByKey()]
      budget.spend(stepsPerRule * (rules.size + otherRules.size))
      doContradict = [...rules].some(([key, rule]) => rule.#contradicts(otherRules.get(key), budget))
      others.set(second, doContradict)
    }
    return doContradict
  }

  #contradicts(other: OverrideSet | undefined, budget: WalkBudget): boolean {
    if (other === undefined || other === this) return false
    budget.spend(stepsPerCharacter * ((this.value?.length ?? 0) + (other.value?.length ?? 0)))
    const [mine, theirs] = [comparableRange(this), comparableRange(other)]
    if (mine === undefined || theirs === undefined) return false
    return this.#isComparable(mine, theirs, budget) && !doIntersect(mine, theirs)
  }

  #rulesByKey(): Map<string, OverrideSet> {
    const rules = new Map<string, OverrideSet>()
    for (const set of this.#ancestry()) {
      for (const [key, child] of set.#children) if (!rules.has(key)) rules.set(key, child)
    }
    return rules
  }

  *#ancestry(): Generator<OverrideSet> {
    yield this
    for (let set = this.#parent; set !== undefined; set = set.#parent) yield set
  }

  #isBelow(other: OverrideSet): boolean {
    if (this.#depth < other.#depth) return false
    for (const set of this.#ancestry()) if (set === other) return true
    return false
  }

  #commonAncestor(other: OverrideSet): OverrideSet | undefined {
    const ancestors = new Set(this.#ancestry())
    return [...other.#ancestry()].find((set) => ancestors.has(set))
  }

  /** Reports whether the override applies to a request. Cached, because every change to the tree repeats the lookup. */
  #appliesTo({ name, rawSpec, spec }: OverridableRequest, budget: WalkBudget): boolean {
    budget.spend()
    const { versions = '*' } = this
    if (versions === '*') return true
    const requested = rawSpec === '' ? spec : rawSpec
    let applies = this.#applies.get(requested)
    if (applies === undefined) {
      applies = this.#isComparable(versions, requested, budget) && appliesTo(versions, name, requested)
      this.#applies.set(requested, applies)
    }
    return applies
  }

  /** Spends the steps of a comparison. If the ranges are too long, records the override and returns false. */
  #isComparable(first: string, second: string, budget: WalkBudget): boolean {
    const product = first.length * second.length
    if (product > maxComparedLengths) {
      budget.spend(stepsPerComparison)
      this.#uncompared.add(this.name)
      return false
    }
    budget.spend(
      stepsPerComparison + stepsPerCharacter * (first.length + second.length) + stepsPerCharacterPair * product,
    )
    return true
  }
}

/** Reports whether an override for these versions of a package applies to a requirement for the package. */
function appliesTo(versions: string, name: string, spec: string): boolean {
  const parsed = parseSpec(name, spec)
  const requested = parsed?.type === 'alias' ? (parsed as npa.AliasResult).subSpec : parsed
  if (requested === undefined) return true
  const { type, fetchSpec, gitRange } = requested
  if (type === 'git') return gitRange !== undefined && doIntersect(gitRange, versions)
  // Tags and folders have no version that could be compared, so the override applies.
  return (type !== 'range' && type !== 'version') || doIntersect(fetchSpec ?? '*', versions)
}

/**
 * Maximum product of the lengths of two compared ranges. Each alternative in one range is compared with each
 * alternative in the other, so a product of 100,000 takes up to 2 ms. Real ranges have fewer than 100 characters.
 */
const maxComparedLengths = 100_000
/** Cost of looking up and parsing a short range, measured in edge checks. */
const stepsPerComparison = 500
/** Additional cost per character of a range, and per pair of characters of two compared ranges. */
const stepsPerCharacter = 64
const stepsPerCharacterPair = 5
/** Cost of comparing two rules, measured in edge checks. */
const stepsPerRule = 50
/** Maximum specifier length, far above that of any real specifier. Limits the input of regular expressions. */
const maxSpecLength = 4_096

function parseSpec(name: string, spec: string): npa.Result | undefined {
  if (spec.length > maxSpecLength) return undefined
  try {
    return npa.resolve(name, spec === '' ? '*' : spec)
  } catch {
    return undefined
  }
}

/** Returns a rule's versions, or undefined for references, tags, and sources other than a registry. */
function comparableRange({ name, value = '*' }: OverrideSet): string | undefined {
  if (value.startsWith('$')) return undefined
  const parsed = parseSpec(name, value)
  return parsed?.type === 'range' || parsed?.type === 'version' ? (parsed.fetchSpec ?? '*') : undefined
}

function doIntersect(first: string, second: string): boolean {
  try {
    return semver.intersects(first, second)
  } catch {
    return false
  }
}
