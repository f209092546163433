import type { TaintSource } from '../sources/taint-source.ts'
import { Op } from '../../ir/operations.ts'
import { PairMap } from '../../ir/pair-map.ts'
import { takingPart } from '../../models/sanitizers/derivations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { conjoinValueFacts, type ValueFacts, disjoinValueFacts, valueFacts, noValueFacts } from './value-facts.ts'
import type { RelativeFolder } from './relative-folder.ts'
import { boundedBy, textsOf } from './entry-shapes.ts'
import { answersIn, isSkippedIn } from './exclusive-ways.ts'
import { flaw } from './flaws.ts'
import type { CountingGuards, GuardJudgement, ValueUse } from './guard.ts'
import { guardIdentity } from './guard-identity.ts'
import { factsFromFilter } from './filtered-elements.ts'
import { keptByCreator } from './kept-by-creator.ts'
import { judgeFacts } from './judge-facts.ts'
import type { Facts } from './facts.ts'
import { hasMadeLinks } from './made-links.ts'
import type { GuardContext } from './guard-context.ts'
import { isUnseenWay } from './correlated.ts'
import { CallbackFacts } from './callback-facts.ts'
import { isIndependentIn, isOwn } from './caller-influence.ts'
import { indexProgram } from './program-index.ts'
import { promiseBefore } from './iterated-collection.ts'
import { ConditionFacts } from './condition-facts.ts'
import { Refinements } from './refinements.ts'
import { Memo } from './memo.ts'
import { FactBits } from './fact-bits.ts'
import { DominatingConditions } from './dominating-conditions.ts'
import { judgeTransfer } from './transfers/judge-transfer.ts'
import { clearedByPlace } from './transfers/place-of-use.ts'
import { judgeHook } from './transfers/client-hooks.ts'
import { requestGuards } from './transfers/request-guards.ts'
import { testedByResult } from './unknown-checks.ts'
import { factsFromSplit } from './split-segments.ts'
import { isJoinedUse, isWholeUse } from './use-forms.ts'
import { Validators } from './validators.ts'
import { Values } from './values.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }
/** Judgment for a value that never reaches a use. */
const unseen: GuardJudgement = { cleared: allKinds, flaws: [] }

/** `ofRequests`: kinds cleared by request guards. `ofTexts`: kinds for which any string is harmless. */
const [ofRequests, ofTexts] = [maskOf('url'), maskOf('condition')]

/** Creates a program's guards. `entries` contains the sources. */
export function createGuards(
  { program, references }: KnownProgram,
  entries: readonly Pick<TaintSource, 'node' | 'shape'>[] = [],
): CountingGuards {
  return new ProgramGuards({ program, references }, entries)
}

const withoutShown = (one: ValueFacts, bits: number): ValueFacts => ({ ...one, shown: one.shown & ~bits })

class ProgramGuards implements CountingGuards {
  readonly #context: GuardContext
  readonly #proofs: ConditionFacts
  readonly #surroundings: DominatingConditions
  readonly #conditions = new Memo<Facts>()
  #madeLinks: boolean | undefined
  readonly #validators: Validators
  readonly #callbacks: CallbackFacts
  readonly #refinements: Refinements
  readonly #entries: readonly Pick<TaintSource, 'node' | 'shape'>[]
  #refined: Facts | undefined
  /** Number of each pair of value and user. `#judged` maps a pair and a region to an index into `#judgements`. */
  readonly #uses = new PairMap()
  readonly #judged = new PairMap()
  readonly #judgements: GuardJudgement[] = []
  /** Index into `#fieldsCleared`, by pair of field value and user. */
  readonly #fieldUses = new PairMap()
  readonly #fieldsCleared: TaintMask[] = []
  /** Index into `#transferred`, by node and operand. Entry 0 is the judgment that clears nothing. */
  readonly #transfers = new PairMap()
  readonly #transferred: GuardJudgement[] = [nothing]
  /** Judgments of request guards, by call or options object. */
  readonly #requests = new Memo<GuardJudgement>()

  constructor({ program, references }: KnownProgram, entries: readonly Pick<TaintSource, 'node' | 'shape'>[]) {
    const index = indexProgram(program)
    this.#context = {
      program,
      references,
      isBounded: boundedBy({ program, references }, entries),
      isText: textsOf({ program, references }, entries),
      index,
      values: new Values({ program, references }, index),
    }
    this.#proofs = new ConditionFacts(this.#context, () => ({ surroundings: this.#surroundings, validators }))
    const validators: Validators = new Validators(this.#context, this.#proofs, () => this.#surroundings)
    this.#validators = validators
    this.#surroundings = new DominatingConditions(this.#context, this.#proofs, validators)
    this.#callbacks = new CallbackFacts(this.#context, validators, this.#surroundings)
    this.#refinements = new Refinements({
      context: this.#context,
      proofs: this.#proofs,
      validators,
      surroundings: this.#surroundings,
    })
    this.#entries = entries
  }

  judge(use: ValueUse, wanted: TaintMask): GuardJudgement {
    const judged = this.#judgedOf(use)
    const request = (wanted & ofRequests) === 0 ? nothing : this.#requestOf(use.user)
    const tested = judged.tested ?? request.tested
    return {
      cleared: (judged.cleared | request.cleared) & wanted,
      flaws: [...judged.flaws, ...request.flaws].filter(({ kinds }) => (kinds & wanted) !== 0),
      ...(tested && (tested.kinds & wanted) !== 0 && { tested }),
      ...(judged.relative && { relative: judged.relative }),
    }
  }

  judgeField(use: ValueUse, keys: readonly string[]): TaintMask {
    const { values } = this.#context
    const field = keys.reduce((of, key) => values.attribute(of, key), values.of(use.value))
    const pair = this.#fieldUses.getOrAdd(field, use.user, this.#fieldUses.size)
    const known = this.#fieldsCleared[pair]
    if (known !== undefined) return known
    const { cleared } = judgeFacts(this.#shownOf(field, this.#knownAt(use, field), { depth: 0, node: use.user }), {
      node: use.user,
      isJoined: false,
      isWhole: false,
      hasMadeLinks: this.#hasMadeLinks(),
    })
    this.#fieldsCleared[pair] = cleared
    return cleared
  }

  #judgedOf(use: ValueUse): GuardJudgement {
    const pair = this.#uses.getOrAdd(use.value, use.user, this.#uses.size)
    const known = this.#judgements[this.#judged.get(pair, use.region)]
    if (known) return known
    const judged = this.#judge(use)
    this.#judged.set(pair, use.region, this.#judgements.push(judged) - 1)
    return judged
  }

  /** Returns the guards of a request that apply to any URL. Computed only if URL kinds are requested. */
  #requestOf(user: number): GuardJudgement {
    return this.#requests.answer(
      this,
      user,
      () => requestGuards(this.#context, user, (hook) => this.#judgeHook(hook)) ?? nothing,
    )
  }

  #judgeHook(functionIndex: number): GuardJudgement {
    this.#proofs.begin()
    return judgeHook(this.#context, functionIndex, this.#validators.outcome(functionIndex, 'ended'))
  }

  transfer(node: number, operand: number): GuardJudgement {
    const known = this.#transfers.get(node, operand)
    if (known >= 0) return this.#transferred[known] ?? nothing
    const made = judgeTransfer(this.#context, node, operand)
    // A conversion to a string clears only `ofTexts`, so the call may still be an unknown check or sanitizer.
    const tested = (made.cleared & ~ofTexts) === 0 ? testedByResult(this.#context, node, operand) : undefined
    const judged = tested ? { ...made, tested } : made
    const isNothing = judged.cleared === 0 && judged.flaws.length === 0 && !tested
    this.#transfers.set(node, operand, isNothing ? 0 : this.#transferred.push(judged) - 1)
    return judged
  }

  get exceedingCount(): number {
    return this.#validators.exceedingCount
  }

  answersIn(region: number): ReadonlyMap<string, boolean> {
    return answersIn(this.#context, region)
  }

  isSkippedIn(region: number, calls: readonly number[]): boolean {
    return isSkippedIn(this.#context, region, calls)
  }

  isInsideIn({ folder, path }: RelativeFolder, calls: readonly number[]): boolean {
    return isIndependentIn(this.#context, folder, path, calls)
  }

  identity(node: number): string {
    return guardIdentity(this.#context, node)
  }

  #hasMadeLinks(): boolean {
    this.#madeLinks ??= hasMadeLinks(this.#context)
    return this.#madeLinks
  }

  #judge(use: ValueUse): GuardJudgement {
    if (this.#context.program.op(use.user) === Op.Phi && isUnseenWay(this.#context, use.user, use.region)) return unseen
    const value = this.#context.values.of(use.value)
    const evidenceOf = this.#knownAt(use, value)
    const atEnd = keptByCreator(this.#context, this.#validators, use)
    const known = (of: number) => (of === value ? conjoinValueFacts(evidenceOf(of), atEnd) : evidenceOf(of))
    const judged = judgeFacts(this.#shownOf(value, known, { depth: 0, node: use.user }), {
      node: use.user,
      isJoined: isJoinedUse(this.#context, use),
      isWhole: isWholeUse(this.#context, use),
      hasMadeLinks: this.#hasMadeLinks(),
    })
    const byPlace = clearedByPlace(this.#context, use)
    const result = { ...judged, cleared: judged.cleared | byPlace }
    const isNothing = result.cleared === 0 && result.flaws.length === 0 && !result.tested && !result.relative
    return isNothing ? nothing : result
  }

  /** Returns the facts about a value and its sources at a place. */
  #knownAt(place: ValueUse, value: number): (of: number) => ValueFacts {
    this.#refined ??= this.#refinements.ofEntries(this.#entries)
    const refined = this.#refined
    this.#proofs.begin()
    const leaves = new Set<number>()
    this.#leaves(value, leaves, 0)
    const around = this.#around(place, (given) => leaves.has(given))
    return (of) =>
      conjoinValueFacts(
        conjoinValueFacts(around(of), refined.of.get(of) ?? noValueFacts),
        [
          this.#refinements.ofResult(of),
          factsFromFilter(this.#context, this.#proofs, of),
          factsFromSplit(this.#context, of),
        ].reduce(conjoinValueFacts),
      )
  }

  /** Collects a value and all of its direct and indirect sources. */
  #leaves(value: number, into: Set<number>, depth: number): void {
    if (into.has(value) || depth > dataflowLimits.maxDerivationDepth || into.size > dataflowLimits.maxOperands) return
    into.add(value)
    for (const { of } of this.#context.values.madeOf(value)) this.#leaves(of, into, depth + 1)
  }

  /**
   * Returns the facts that hold where a value is used: in the using function, and where its enclosing closures are
   * created.
   */
  #around(use: ValueUse, matters: (value: number) => boolean): (value: number) => ValueFacts {
    const { program, index } = this.#context
    const all: Facts[] = []
    let region = use.region
    // An operand carried around a loop has a higher node number than its phi.
    let position = program.op(use.user) === Op.Phi && use.value > use.user ? program.nodeCount : use.user
    while (position >= 0) {
      all.push(this.#conditionsAt(region), this.#surroundings.before({ region, position }, matters))
      const inside = program.functionAround(region)
      const promise = promiseBefore(this.#context, inside)
      if (promise >= 0) all.push(this.#validators.fulfilled(promise))
      position = index.closureOf(inside)
      if (position >= 0) all.push(this.#callbacks.at(position, region))
      region = program.regionAt(position)
    }
    return (value) =>
      all.reduce((shown, { of }) => conjoinValueFacts(shown, of.get(value) ?? noValueFacts), noValueFacts)
  }

  #conditionsAt(region: number): Facts {
    return this.#conditions.answer(this, region, () => this.#surroundings.conditionsBetween(region, -1))
  }

  /** Returns the facts about a value: its own, and those that hold for every source that a caller may control. */
  #shownOf(
    value: number,
    known: (value: number) => ValueFacts,
    { depth, node }: { readonly depth: number; readonly node: number },
  ): ValueFacts {
    const made = this.#context.values.madeOf(value)
    // Joining resolves `..`, so its absence in the joined path does not show that the path stays in a folder.
    const isJoined = made.some(({ making }) => making.joins === true && making.isOverruled !== true)
    const own = isJoined ? withoutShown(known(value), FactBits.noParents | FactBits.notParent) : known(value)
    if (depth > dataflowLimits.maxDerivationDepth) return own
    let all: ValueFacts | undefined
    for (const { of, making } of made) {
      const part = this.#shownOf(of, known, { depth: depth + 1, node })
      if (making.decodes) {
        // Facts established before decoding do not hold for the decoded value.
        if ((part.cleared & ~own.cleared) !== 0 || (part.shown & ~own.shown) !== 0)
          return conjoinValueFacts(own, valueFacts({ flaws: [flaw('checked-before-decoding', node)] }))
        continue
      }
      const kept =
        making.keeps !== 0
          ? valueFacts({ ...part, cleared: part.cleared & making.keeps })
          : making === takingPart
            ? valueFacts({ tested: part.tested, testedAt: part.testedAt })
            : noValueFacts
      const source = this.#context.values.nodeOf(of)
      // A base controlled by the program needs no check.
      if (source >= 0 && isOwn(this.#context, source)) continue
      all = all === undefined ? kept : disjoinValueFacts(all, kept)
    }
    return all === undefined ? own : conjoinValueFacts(own, all)
  }
}
