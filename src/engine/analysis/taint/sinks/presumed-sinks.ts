import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  addressOptions,
  clientWords,
  presumedModels,
  queryFunctions,
  standardModules,
  unpresumedPackages,
} from '../../models/sinks/presumed.ts'
import { sinkModels } from '../../models/sinks/catalogue.ts'
import { optionalPrefix } from '../../modules/module-name.ts'
import { canonicalName, rootOf } from './canonical-names.ts'
import { namedArguments, spreadOptions } from './named-arguments.ts'
import type { PresumedModel } from './presumed-model.ts'
import { isShellList } from './shell-lists.ts'
import type { SinkUse } from './sink.ts'
import { nameWords, spacedName } from './value-words.ts'

/** Finds calls whose names suggest a sink, in packages that have no models. */
export class PresumedSinks {
  readonly #known: KnownProgram
  /** Modules that the program imports. */
  readonly #imported: ReadonlySet<string>
  readonly #byName = new Map<string, readonly PresumedModel[]>()

  constructor(known: KnownProgram) {
    this.#known = known
    this.#imported = importedRoots(known)
  }

  /** Returns the presumed sinks of a call that has no exact model. */
  of(call: number): SinkUse[] {
    const { program, references } = this.#known
    const isNew = program.op(call) === Op.New
    for (const external of references.externals(program.operand(call, 0))) {
      const models = this.#modelsOf(external, isNew)
      const found = [
        ...(models.length === 0 ? [] : this.#usesOf(call, external, models)),
        ...(this.#isPresumed(external) ? this.#spreadUsesOf(call, external) : []),
      ]
      if (found.length > 0) return program.isDead(call) ? [] : found
    }
    return []
  }

  /** Reports whether a function belongs to an imported package for which sinks may be presumed. */
  #isPresumed(external: string): boolean {
    return this.#imported.has(rootOf(external)) && !isLeftOut(rootOf(canonicalName(external)))
  }

  /** Returns the presumed models that match an external function's name. */
  #modelsOf(external: string, isNew: boolean): readonly PresumedModel[] {
    const key = isNew ? `new ${external}` : external
    const known = this.#byName.get(key)
    if (known) return known
    const name = canonicalName(external)
    const root = rootOf(name)
    const found = this.#isPresumed(external)
      ? presumedModels.filter(
          ({ callee, kind }) => callee.test(calleeWords(name, isNew)) && !modelledKinds.get(root)?.has(kind),
        )
      : []
    this.#byName.set(key, found)
    return found
  }

  #mayStartShell(value: number): boolean {
    return this.#known.references.objects(value).some((list) => isShellList(this.#known, list))
  }

  /**
   * Returns sinks for URL options that may be set by an object spread into the call options: `client.run({ ...args })`.
   */
  #spreadUsesOf(call: number, external: string): SinkUse[] {
    return spreadOptions(this.#known, call).flatMap((value) =>
      addressOptions.map((name): SinkUse => ({
        kind: 'url',
        node: call,
        value,
        at: [name],
        isNamedField: true,
        model: canonicalName(external).replace(/^(?:new )+/, ''),
        effect: 'opens a connection',
        // The schema names the option, so callers are expected to set it.
        presumed: { name, confidence: 'medium' },
      })),
    )
  }

  #usesOf(call: number, external: string, models: readonly PresumedModel[]): SinkUse[] {
    const found: SinkUse[] = []
    const isClients = isCallOfClient(this.#known, call, external)
    const given = [...namedArguments(this.#known, call)]
    for (const argument of given) {
      const { words, name, value, at, own } = argument
      const model = models.find(
        (one) =>
          one.given === argument.given &&
          one.parameter.test(words) &&
          (one.beside === undefined || given.some((other) => one.beside?.test(other.words))),
      )
      if (!model || (model.kind === 'query' && !isClients)) continue
      if (found.some((one) => one.value === value && one.kind === model.kind && at.length === 0)) continue
      found.push({
        kind: model.kind,
        node: call,
        value,
        at,
        model: canonicalName(external).replace(/^(?:new )+/, ''),
        effect: model.effect,
        action: model.action,
        // A list of a program and its arguments reaches a shell only if the program is a shell.
        ...(model.kind === 'command' && !this.#mayStartShell(own) && { isText: true }),
        presumed: { name, confidence: model.confidence },
      })
    }
    return found
  }
}

/**
 * Sink kinds covered by each package's exact models. If a package has models of a kind, its other functions lack one
 * deliberately.
 */
const modelledKinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(sinkModels, ({ callee = '' }) => rootOf(callee.split('.*.')[0] ?? ''))].map(([root, models]) => [
    root,
    new Set(models.map(({ kind }) => kind)),
  ]),
)

/** Reports whether no sinks are presumed in a package. `root` is the name of a package or of a folder in a package. */
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
    const specifier = program.text(node, 0).replace(optionalPrefix, '')
    if (!/^[./]/.test(specifier)) found.add(rootOf(specifier))
  }
  return found
}

/**
 * Returns `run query` for `acme.Client().runQuery`, and `new client` for `new acme.Client`. Also recognizes Python
 * constructor calls, which have no `new`.
 */
function calleeWords(name: string, isNew: boolean): string {
  const plain = name.replace(/^(?:new )+/, '')
  const last = plain.slice(plain.lastIndexOf('.') + 1)
  const isClass = isNew || (/^[A-Z]/.test(last) && /[a-z.]/.test(plain))
  return `${isClass ? 'new ' : ''}${spacedName(last)}`
}

/**
 * Reports whether a query call is made on a database or service client. Either its function is named after a query
 * language, or its receiver, class, or package is named after a client. `query` alone could also mean part of a URL.
 */
function isCallOfClient(known: KnownProgram, call: number, external: string): boolean {
  const { program, references } = known
  const callee = program.operand(call, 0)
  const receiver = program.op(callee) === Op.Load ? nameWords(known, program.operand(callee, 0)) : []
  const names = [external.slice(0, external.lastIndexOf('.')), ...receiver].map(spacedName)
  if (external.startsWith('new ') || names.some((words) => clientWords.test(words))) return true
  return references.callees(call).length === 0 && queryFunctions.test(calleeWords(canonicalName(external), false))
}
