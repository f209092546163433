import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairMap } from '../ir/pair-map.ts'
import type { Program } from '../program/program.ts'
import type { AttributeKeys } from './attribute-keys.ts'

/**
 * What a value may be. The number of a token tells its kind by the range that it stands in; sites and externals are
 * made as they are met.
 */
export const TokenKind = { function: 0, class: 1, instance: 2, exports: 3, site: 4, external: 5 } as const
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind]

/**
 * Names of what is outside are no longer than this many steps from their module: longer ones are of fluent interfaces,
 * which few models name.
 */
const maxWayLength = 8

/** Builders of queries, command lines, and routes, whose methods models name wherever they stand in a chain. */
const fluentModules: ReadonlySet<string> = new Set(['knex', 'typeorm', 'commander', 'yargs', 'cac', 'hono'])

/** What is asked of names of what is outside again and again, a bit each. */
export const NameTrait = {
  /** A name of our own, which no program has: it begins with `\0`. */ own: 1,
  /** Calls of it are looked at with their arguments. */ looksAtArguments: 2,
} as const

/** Numbers what values may be. */
export class Tokens {
  readonly #functions: number
  readonly #classes: number
  readonly #files: number
  readonly #fixed: number
  readonly #keys: AttributeKeys
  /** Functions outside of the program whose calls are looked at with their arguments. */
  readonly #lookedAt: ReadonlySet<string>
  /** By node: its site's token, 0 without. */
  readonly #siteOf: Int32Array
  /** By made token, from the first after the fixed ones: node of a site, or −1 − index of an external. */
  readonly #made = new GrowingIntegers()
  readonly #externalNames: string[] = []
  readonly #externalWays: number[] = []
  readonly #traits: number[] = []
  /** By token: its kind. */
  #kinds: Uint8Array
  readonly #externalOf = new Map<string, number>()
  /** By external and key: the token plus 1, 0 for none. */
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

  /** An object that a node makes. */
  site(node: number): number {
    const known = this.#siteOf[node] ?? 0
    if (known > 0) return known
    const token = this.#make(node)
    this.#siteOf[node] = token
    return token
  }

  /** Something outside of the program, by its name. */
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
   * What an external has under a key, gives when called (`()`), or is an instance of (`new`), by the number of the key;
   * −1 when no model could name it.
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
   * A step that is too far from its module: of a builder only the last one is kept, `typeorm.….where`, and what
   * it gives is the builder again.
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

  /** Bits of `NameTrait` of an external. */
  traits(token: number): number {
    return this.#traits[this.#externalIndex(token)] ?? 0
  }

  kind(token: number): TokenKind {
    return (this.#kinds[token] ?? TokenKind.external) as TokenKind
  }

  /** Index of the function, class or file; node of a site. */
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

  /** Name of an external. */
  name(token: number): string {
    return this.#externalNames[this.#externalIndex(token)] ?? ''
  }
}

const fluent = /(\.\w+)\(\)\1$/

function stepped(name: string, step: string): string {
  // Fluent interfaces: `.option().option()` is no more than `.option()`.
  if (step === '()') return fluent.test(name) ? name.replace(fluent, '$1()') : `${name}()`
  if (step === 'new') return `new ${name}`
  // A default export is the module itself in CommonJS, and models name it so; globals by way of the global object are
  // globals.
  if (step === 'default') return name
  if (name === 'globalThis' || name === 'window' || name === 'global') return step
  return `${name}.${step}`
}
