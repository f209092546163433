import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { presumedModels, standardModules, unpresumedPackages } from '../../models/sinks/presumed.ts'
import { sinkModels } from '../../models/sinks/catalogue.ts'
import { canonicalName, rootOf } from './canonical-names.ts'
import type { PresumedModel } from './presumed-model.ts'
import type { SinkUse } from './sink.ts'
import { nameWords, spacedName } from './value-words.ts'

/** Options of one object that are looked at. */
const maxOptions = 60

/** A value that a call passes, with the words of its name. */
interface NamedArgument {
  readonly words: string
  readonly name: string
  readonly given: PresumedModel['given']
  readonly value: number
  readonly at: readonly string[]
}

/** Finds calls into packages without a model whose names suggest a sink. */
export class PresumedSinks {
  readonly #known: KnownProgram
  /** Modules that the program imports. */
  readonly #imported: ReadonlySet<string>
  readonly #byName = new Map<string, readonly PresumedModel[]>()

  constructor(known: KnownProgram) {
    this.#known = known
    this.#imported = importedRoots(known)
  }

  /** Sinks of a call that no model knows. */
  of(call: number): SinkUse[] {
    const { program, references } = this.#known
    const isNew = program.op(call) === Op.New
    for (const external of references.externals(program.operand(call, 0))) {
      const models = this.#modelsOf(external, isNew)
      if (models.length === 0) continue
      const found = this.#usesOf(call, external, models)
      if (found.length > 0) return program.isDead(call) ? [] : found
    }
    return []
  }

  /** Rows that fit the name of a function outside the program. */
  #modelsOf(external: string, isNew: boolean): readonly PresumedModel[] {
    const key = isNew ? `new ${external}` : external
    const known = this.#byName.get(key)
    if (known) return known
    const name = canonicalName(external)
    const root = rootOf(name)
    const found =
      this.#imported.has(rootOf(external)) && !isLeftOut(root)
        ? presumedModels.filter(
            ({ callee, kind }) => callee.test(calleeWords(name, isNew)) && !modelledKinds.get(root)?.has(kind),
          )
        : []
    this.#byName.set(key, found)
    return found
  }

  #usesOf(call: number, external: string, models: readonly PresumedModel[]): SinkUse[] {
    const found: SinkUse[] = []
    const given = [...namedArguments(this.#known, call)]
    for (const argument of given) {
      const { words, name, value, at } = argument
      const model = models.find(
        (one) =>
          one.given === argument.given &&
          one.parameter.test(words) &&
          (one.beside === undefined || given.some((other) => one.beside?.test(other.words))),
      )
      if (!model || found.some((one) => one.value === value && one.kind === model.kind && at.length === 0)) continue
      found.push({
        kind: model.kind,
        node: call,
        value,
        at,
        model: canonicalName(external).replace(/^(?:new )+/, ''),
        effect: model.effect,
        action: model.action,
        presumed: { name, confidence: model.confidence },
      })
    }
    return found
  }
}

/** Kinds of the models of a package. Its other functions were left out on purpose. */
const modelledKinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(sinkModels, ({ callee = '' }) => rootOf(callee.split('.*.')[0] ?? ''))].map(([root, models]) => [
    root,
    new Set(models.map(({ kind }) => kind)),
  ]),
)

/** `root` is the name of a package, or of a folder in one. */
function isLeftOut(root: string): boolean {
  const first = root.split('/', 1)[0] ?? ''
  return (
    standardModules.has(first) ||
    unpresumedPackages.has(root) ||
    unpresumedPackages.has(first.startsWith('@') ? `${first}/` : first)
  )
}

function importedRoots({ program }: KnownProgram): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of program.index.of(Op.Import)) {
    const specifier = program.text(node, 0).replace(/^node:/, '')
    if (!/^[./]/.test(specifier)) found.add(rootOf(specifier))
  }
  return found
}

/** `run query` of `acme.Client().runQuery`, `new client` of `new acme.Client`. Python calls its classes. */
function calleeWords(name: string, isNew: boolean): string {
  const plain = name.replace(/^(?:new )+/, '')
  const last = plain.slice(plain.lastIndexOf('.') + 1)
  const isClass = isNew || (/^[A-Z]/.test(last) && /[a-z.]/.test(plain))
  return `${isClass ? 'new ' : ''}${spacedName(last)}`
}

/** Arguments with a name: keywords, options in objects, and values that are called something themselves. */
function* namedArguments(known: KnownProgram, call: number): Generator<NamedArgument> {
  const { program } = known
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const argument = program.operand(call, index)
    const op = program.op(argument)
    if (op === Op.Spread || op === Op.SpreadKeywords) continue
    if (op === Op.Keyword) {
      const name = program.text(argument, 0)
      yield { words: spacedName(name), name, given: 'named', value: program.operand(argument, 1), at: [] }
      continue
    }
    const options = [...optionsOf(known, argument, { value: argument, at: [] })]
    yield* options
    if (options.length > 0) continue
    for (const name of nameWords(known, argument))
      yield { words: spacedName(name), name, given: 'position', value: argument, at: [] }
  }
}

/** Options in an object, and in objects inside it. */
function* optionsOf(
  known: KnownProgram,
  node: number,
  { value, at }: Pick<NamedArgument, 'value' | 'at'>,
): Generator<NamedArgument> {
  const { program, references } = known
  for (const object of references.objects(node)) {
    if (program.op(object) !== Op.ObjectOf) continue
    for (let index = 0, count = Math.min(program.operandCount(object), maxOptions); index < count; index += 1) {
      const option = program.operand(object, index)
      if (program.op(option) !== Op.Property) continue
      const name = program.text(option, 0)
      yield { words: spacedName(name), name, given: 'named', value, at: [...at, name] }
      if (at.length === 0) yield* optionsOf(known, program.operand(option, 1), { value, at: [name] })
    }
  }
}
