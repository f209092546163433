import { Op } from '../form/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import type { TaintMask } from '../taint-kind.ts'
import { both, type Evidence, either, evidence, nothingShown } from './evidence.ts'
import { flaw } from './flaws.ts'
import type { GuardJudgement, Guards, ValueUse } from './guard.ts'
import { judgeEvidence } from './judge-evidence.ts'
import type { Knowledge } from './knowledge.ts'
import { hasMadeLinks } from './made-links.ts'
import { joining } from './models/makings.ts'
import { type GuardContext, isOwn } from './origins-of.ts'
import { indexProgram } from './program-index.ts'
import { Proofs } from './proofs.ts'
import { Surroundings } from './surroundings.ts'
import { judgeTransfer } from './transfers/judge-transfer.ts'
import { requestGuards } from './transfers/request-guards.ts'
import { Validators } from './validators.ts'
import { Values } from './values.ts'
import { limits } from '../../model/limits.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }

/** Judges the guards of a program. */
export function createGuards({ program, references }: KnownProgram): Guards {
  return new ProgramGuards({ program, references })
}

class ProgramGuards implements Guards {
  readonly #context: GuardContext
  readonly #proofs: Proofs
  readonly #surroundings: Surroundings
  readonly #conditions = new Map<number, Knowledge>()
  #madeLinks: boolean | undefined
  readonly #judged = new Map<string, GuardJudgement>()

  constructor({ program, references }: KnownProgram) {
    const index = indexProgram(program)
    this.#context = { program, references, index, values: new Values({ program, references }, index) }
    this.#proofs = new Proofs(this.#context, () => ({ surroundings: this.#surroundings, validators }))
    const validators: Validators = new Validators(this.#context, this.#proofs, () => this.#surroundings)
    this.#surroundings = new Surroundings(this.#context, this.#proofs, validators)
  }

  judge(use: ValueUse, wanted: TaintMask): GuardJudgement {
    const question = `${use.value} ${use.user} ${use.region}`
    const known = this.#judged.get(question)
    const judged = known ?? this.#judge(use)
    if (!known) this.#judged.set(question, judged)
    return { cleared: judged.cleared & wanted, flaws: judged.flaws.filter(({ kinds }) => (kinds & wanted) !== 0) }
  }

  transfer(node: number, operand: number): GuardJudgement {
    return judgeTransfer(this.#context, node, operand)
  }

  #hasMadeLinks(): boolean {
    this.#madeLinks ??= hasMadeLinks(this.#context)
    return this.#madeLinks
  }

  #judge(use: ValueUse): GuardJudgement {
    this.#proofs.begin()
    const { values } = this.#context
    const value = values.of(use.value)
    const leaves = new Set<number>()
    this.#leaves(value, leaves, 0)
    const known = this.#around(use, (given) => leaves.has(given))
    const judged = judgeEvidence(this.#shownOf(value, known, { depth: 0, node: use.user }), { node: use.user, isJoined: this.#isJoined(use), isWhole: this.#isWhole(use), hasMadeLinks: this.#hasMadeLinks() })
    const request = requestGuards(this.#context, use.user)
    const result = request === undefined ? judged : { cleared: judged.cleared | request.cleared, flaws: [...judged.flaws, ...request.flaws] }
    return result.cleared === 0 && result.flaws.length === 0 ? nothing : result
  }

  /** A value, and all that it was made of. */
  #leaves(value: number, into: Set<number>, depth: number): void {
    if (into.has(value) || depth > limits.dataflow.makingDepth || into.size > limits.dataflow.lookedAtOperands) return
    into.add(value)
    for (const { of } of this.#context.values.madeOf(value)) this.#leaves(of, into, depth + 1)
  }

  /** What is known where a value is used: in its function, and where the functions around were made. */
  #around(use: ValueUse, matters: (value: number) => boolean): (value: number) => Evidence {
    const { program, index } = this.#context
    const all: Knowledge[] = []
    let region = use.region
    // An operand of a loop's phi is made after it.
    let position = program.op(use.user) === Op.Phi && use.value > use.user ? program.nodeCount : use.user
    for (let depth = 0; depth < limits.dataflow.makingDepth && region >= 0; depth += 1) {
      all.push(this.#conditionsAt(region), this.#surroundings.before({ region, position }, matters))
      const closure = index.closureOf[program.regionFunctions[region] ?? -1] ?? -1
      if (closure < 0) break
      region = program.regionOf[closure] ?? -1
      position = closure
    }
    return (value) => all.reduce((shown, { of }) => both(shown, of.get(value) ?? nothingShown), nothingShown)
  }

  #conditionsAt(region: number): Knowledge {
    const known = this.#conditions.get(region)
    if (known) return known
    const found = this.#surroundings.conditionsBetween(region, -1)
    this.#conditions.set(region, found)
    return found
  }

  /** What is shown of a value itself, or of everything that a caller may have a say in among what it was made of. */
  #shownOf(value: number, known: (value: number) => Evidence, { depth, node }: { readonly depth: number; readonly node: number }): Evidence {
    const own = known(value)
    const made = this.#context.values.madeOf(value)
    if (depth > limits.dataflow.makingDepth || made.length === 0) return own
    let all: Evidence | undefined
    for (const { of, making } of made) {
      const part = this.#shownOf(of, known, { depth: depth + 1, node })
      if (making.decodes) {
        if (part.cleared !== 0 || part.shown !== 0) return both(own, evidence({ flaws: [flaw('checked-before-decoding', node)] }))
        continue
      }
      const kept = making.keeps === 0 ? nothingShown : evidence({ ...part, cleared: part.cleared & making.keeps, ...(making.keepsText ? {} : { denied: part.denied }) })
      const source = this.#context.values.nodeOf(of)
      const isEmpty = kept.cleared === 0 && kept.shown === 0 && kept.networks === 0 && kept.denied === 0n && kept.flaws.length === 0
      // A base of one's own needs no check.
      if (isEmpty && source >= 0 && isOwn(this.#context, source)) continue
      all = all === undefined ? kept : either(all, kept)
    }
    return all === undefined ? own : both(own, all)
  }

  /** Whether the value is, where it is used, a later part of a path that is joined. */
  #isJoined({ value, user }: ValueUse): boolean {
    const { program, values } = this.#context
    const isPart = (of: number) => values.madeOf(of).some(({ making }) => making === joining)
    if (program.op(user) === Op.Concat) return program.operand(user, 0) !== value
    if (isPart(values.of(value))) return true
    return isPart(values.of(user)) && program.operand(user, 1) !== value
  }

  /** Whether something outside of the program is handed the value as it is. */
  #isWhole({ value, user }: ValueUse): boolean {
    const { program, references } = this.#context
    return (program.op(user) === Op.Call || program.op(user) === Op.New) && program.operand(user, 1) === value && references.callees(user).length === 0
  }
}
