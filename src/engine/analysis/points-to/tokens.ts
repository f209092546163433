import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairMap } from '../ir/pair-map.ts'
import type { Program } from '../program/program.ts'
import type { AttributeKeys } from './attribute-keys.ts'

/**
 * Kinds of abstract objects. The kinds have separate number ranges. Sites and external values are created on first use.
 */
export const TokenKind = { function: 0, class: 1, instance: 2, exports: 3, site: 4, external: 5 } as const
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind]

/** Maximum number of steps in an external name. Longer names come from fluent interfaces, and few models name them. */
const maxWayLength = 8

/** Builders for queries, command lines, and routes. Models name their methods at any position in a chain. */
const fluentModules: ReadonlySet<string> = new Set(['knex', 'typeorm', 'commander', 'yargs', 'cac', 'hono'])

/** External name traits, as bits, because they are queried often. */
export const NameTrait = {
  /** An internal name. It starts with `\0`, so no program contains it. */ own: 1,
  /** Calls are analyzed together with their arguments. */ looksAtArguments: 2,
} as const

/** Numbers abstract objects: functions, classes, instances, modules, allocation sites, and external values. */
export class Tokens {
  readonly #functions: number
  readonly #classes: number
  readonly #files: number
  readonly #fixed: number
  readonly #keys: AttributeKeys
  /** External functions whose calls are analyzed together with their arguments. */
  readonly #lookedAt: ReadonlySet<string>
  /** Token of the allocation site at each node, or 0. */
  readonly #siteOf: Int32Array
  /** Node of each allocation site, or -1 minus the index of an external value. Starts after the fixed tokens. */
  readonly #made = new GrowingIntegers()
  readonly #externalNames: string[] = []
  readonly #externalWays: number[] = []
  readonly #traits: number[] = []
  /** Kind of each token. */
  #kinds: Uint8Array
  readonly #externalOf = new Map<string, number>()
  /** Token that each step from an external value leads to, plus 1; 0 if there is no such token. */
  readonly #steps = new PairMap()

  constructor(
    { functions, classes, files, nodeCount }: Pick<Program, 'functions' | 'classes' | 'files' | 'nodeCount'>,
    keys: AttributeKeys,
    lookedAt: ReadonlySet<string>,
  ) {
    this.#keys = keys
    this.#lookedAt = lookedAt
    this.#functions = functions.length
    this.#classes = classes.length
    this.#files = files.length
    this.#fixed = this.#functions + 2 * this.#classes + this.#files
    this.#siteOf = new Int32Array(nodeCount)
    this.#kinds = new Uint8Array(this.#fixed + 4_096)
    this.#kinds.fill(TokenKind.class, this.#functions, this.#functions + this.#classes)
    this.#kinds.fill(TokenKind.instance, this.#functions + this.#classes, this.#functions + 2 * this.#classes)
    this.#kinds.fill(TokenKind.exports, this.#functions + 2 * this.#classes, this.#fixed)
  }

  get count(): number {
    return this.#fixed + this.#made.length
  }

  ofFunction(index: number): number {
    return index
  }

  ofClass(index: number): number {
    return this.#functions + index
  }

  instanceOf(classIndex: number): number {
    return this.#functions + this.#classes + classIndex
  }

  exportsOf(file: number): number {
    return this.#functions + 2 * this.#classes + file
  }

  /** Returns the token of the object allocated by a node. */
  site(node: number): number {
    const known = this.#siteOf[node] ?? 0
    if (known > 0) return known
    const token = this.#make(node)
    this.#siteOf[node] = token
    return token
  }

  /** Returns the token of an external value with this name. */
  external(name: string, way = 1): number {
    const known = this.#externalOf.get(name)
    if (known !== undefined) return known
    const index = this.#externalNames.push(name) - 1
    this.#externalWays.push(way)
    const token = this.#make(-1 - index)
    this.#traits.push(
      (name.startsWith('\0') ? NameTrait.own : 0) | (this.#lookedAt.has(name) ? NameTrait.looksAtArguments : 0),
    )
    this.#externalOf.set(name, token)
    return token
  }

  #make(what: number): number {
    const token = this.#fixed + this.#made.length
    this.#made.push(what)
    if (token >= this.#kinds.length) {
      const grown = new Uint8Array(this.#kinds.length * 2)
      grown.set(this.#kinds)
      this.#kinds = grown
    }
    this.#kinds[token] = what >= 0 ? TokenKind.site : TokenKind.external
    return token
  }

  /**
   * Returns the token that results if an external value's attribute is read, the value is called (`()`), or it is
   * instantiated (`new`). `step` is the number of a key. Returns -1 if no model could name the result.
   */
  externalStep(token: number, step: number): number {
    const known = this.#steps.get(token, step)
    if (known >= 0) return known - 1
    const index = this.#externalIndex(token)
    const name = this.#externalNames[index] ?? ''
    const way = (this.#externalWays[index] ?? 1) + 1
    const named = stepped(name, this.#keys.text(step))
    const next =
      this.#externalOf.get(named) ?? (way > maxWayLength ? this.#farOn(name, step) : this.external(named, way))
    this.#steps.set(token, step, next + 1)
    return next
  }

  /**
   * Handles a step beyond the maximum length. For builders, keeps only the last step, `typeorm.….where`, and each call
   * returns the builder again.
   */
  #farOn(name: string, step: number): number {
    const module = /^(?:new )*([\w-]+)/.exec(name)?.[1] ?? ''
    if (!fluentModules.has(module)) return -1
    const key = this.#keys.text(step)
    return this.external(key === '()' ? `${module}.…` : `${module}.….${key}`, maxWayLength)
  }

  #externalIndex(token: number): number {
    return -1 - this.#made.get(token - this.#fixed)
  }

  /** Returns the `NameTrait` bits of an external value. */
  traits(token: number): number {
    return this.#traits[this.#externalIndex(token)] ?? 0
  }

  kind(token: number): TokenKind {
    return (this.#kinds[token] ?? TokenKind.external) as TokenKind
  }

  /** Index of the function, class, or file, or the node of an allocation site. */
  reference(token: number): number {
    switch (this.kind(token)) {
      case TokenKind.function:
        return token
      case TokenKind.class:
        return token - this.#functions
      case TokenKind.instance:
        return token - this.#functions - this.#classes
      case TokenKind.exports:
        return token - this.#functions - 2 * this.#classes
      default:
        return this.#made.get(token - this.#fixed)
    }
  }

  name(token: number): string {
    return this.#externalNames[this.#externalIndex(token)] ?? ''
  }
}

const fluent = /(\.\w+)\(\)\1$/

function stepped(name: string, step: string): string {
  // In fluent interfaces, `.option().option()` is shortened to `.option()`.
  if (step === '()') return fluent.test(name) ? name.replace(fluent, '$1()') : `${name}()`
  if (step === 'new') return `new ${name}`
  // In CommonJS, a default export is the module itself, and models name it that way. Members of the global object are
  // globals.
  if (step === 'default') return name
  if (name === 'globalThis' || name === 'window' || name === 'global') return step
  return `${name}.${step}`
}
