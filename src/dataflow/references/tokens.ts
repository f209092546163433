import type { Program } from '../program/program.ts'

/** What a value may be. The number of a token tells its kind by the range that it stands in; sites and externals are made as they are met. */
export const TokenKind = { function: 0, class: 1, instance: 2, exports: 3, site: 4, external: 5 } as const
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind]

/** Names of what is outside are no longer than this many steps from their module: longer ones are of fluent interfaces, which no model names. */
const longestWay = 8

/** Numbers what values may be. */
export class Tokens {
  readonly #functions: number
  readonly #classes: number
  readonly #files: number
  readonly #fixed: number
  readonly #siteOf = new Map<number, number>()
  /** By made token, from the first after the fixed ones: node of a site, or −1 − index of an external. */
  readonly #made: number[] = []
  readonly #externalNames: string[] = []
  readonly #externalWays: number[] = []
  readonly #externalOf = new Map<string, number>()
  readonly #steps = new Map<string, number>()

  constructor({ functions, classes, files }: Pick<Program, 'functions' | 'classes' | 'files'>) {
    this.#functions = functions.length
    this.#classes = classes.length
    this.#files = files.length
    this.#fixed = this.#functions + 2 * this.#classes + this.#files
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
    const known = this.#siteOf.get(node)
    if (known !== undefined) return known
    const token = this.#fixed + this.#made.push(node) - 1
    this.#siteOf.set(node, token)
    return token
  }

  /** Something outside of the program, by its name. */
  external(name: string, way = 1): number {
    const known = this.#externalOf.get(name)
    if (known !== undefined) return known
    const index = this.#externalNames.push(name) - 1
    this.#externalWays.push(way)
    const token = this.#fixed + this.#made.push(-1 - index) - 1
    this.#externalOf.set(name, token)
    return token
  }

  /** What an external has under a key, gives when called (`()`), or is an instance of (`new`); −1 when no model could name it. */
  externalStep(token: number, step: string): number {
    const memo = `${token} ${step}`
    const known = this.#steps.get(memo)
    if (known !== undefined) return known
    const index = -1 - (this.#made[token - this.#fixed] ?? 0)
    const name = this.#externalNames[index] ?? ''
    const way = (this.#externalWays[index] ?? 1) + 1
    const named = stepped(name, step)
    const next = this.#externalOf.get(named) ?? (way > longestWay ? -1 : this.external(named, way))
    this.#steps.set(memo, next)
    return next
  }

  kind(token: number): TokenKind {
    if (token < this.#functions) return TokenKind.function
    if (token < this.#functions + this.#classes) return TokenKind.class
    if (token < this.#functions + 2 * this.#classes) return TokenKind.instance
    if (token < this.#fixed) return TokenKind.exports
    return (this.#made[token - this.#fixed] ?? 0) >= 0 ? TokenKind.site : TokenKind.external
  }

  /** Index of the function, class or file; node of a site. */
  reference(token: number): number {
    switch (this.kind(token)) {
      case TokenKind.function: return token
      case TokenKind.class: return token - this.#functions
      case TokenKind.instance: return token - this.#functions - this.#classes
      case TokenKind.exports: return token - this.#functions - 2 * this.#classes
      default: return this.#made[token - this.#fixed] ?? 0
    }
  }

  /** Name of an external. */
  name(token: number): string {
    return this.#externalNames[-1 - (this.#made[token - this.#fixed] ?? 0)] ?? ''
  }
}

const fluent = /(\.\w+)\(\)\1$/

function stepped(name: string, step: string): string {
  // Fluent interfaces: `.option().option()` is no more than `.option()`.
  if (step === '()') return fluent.test(name) ? name.replace(fluent, '$1()') : `${name}()`
  if (step === 'new') return `new ${name}`
  // A default export is the module itself in CommonJS, and models name it so; globals by way of the global object are globals.
  if (step === 'default') return name
  if (name === 'globalThis' || name === 'window' || name === 'global') return step
  return `${name}.${step}`
}
