/** A value that a file exports. */
interface ExportedValue {
  readonly node: number
}

/**
 * Exports of one file, and what reads them. An export under a name is used if something imports that name. All exports
 * are used like values stored in any object once the exports object itself becomes a value.
 */
export class ModuleExports {
  readonly #named = new Map<string, ExportedValue[]>()
  readonly #read = new Set<string>()
  readonly #stars: ModuleExports[] = []
  readonly #called = new Map<string, (() => void)[]>()
  readonly #whole: number[] = []
  #isWholeUsed = false
  #isEscaped = false
  #isComplex = false
  readonly #run: ExportEffects

  constructor(run: ExportEffects) {
    this.#run = run
  }

  /** The file exports the value of a node. */
  offer(name: string, node: number): void {
    if (this.#read.has(name)) this.#run.use(node)
    if (this.#isEscaped) this.#run.escape(name, node)
    if (this.#run.readsReceiver(node)) for (const react of this.#called.get(name) ?? []) react()
    const list = this.#named.get(name)
    if (list) list.push({ node })
    else this.#named.set(name, [{ node }])
  }

  /** The file replaces its exports with the value of a node. `isComplex`: its attributes are unknown. */
  replace(node: number, isComplex: boolean): void {
    this.#whole.push(node)
    if (this.#isWholeUsed || this.#isEscaped) this.#run.use(node)
    if (!isComplex || this.#isComplex) return
    this.#isComplex = true
    for (const name of this.#read) this.#run.readName(name)
  }

  /** The file also has all exports of another file. `withDefault`: including its default export and its value. */
  addStar(from: ModuleExports, withDefault: boolean): void {
    this.#stars.push(from)
    for (const name of this.#read) if (withDefault || name !== 'default') from.read(name)
    for (const [name, reactions] of this.#called) for (const react of reactions) from.call(name, react)
    if (this.#isEscaped) from.escape()
    if (withDefault && this.#isWholeUsed) from.useWhole()
  }

  read(name: string): void {
    if (this.#read.has(name)) return
    this.#read.add(name)
    for (const { node } of this.#named.get(name) ?? []) this.#run.use(node)
    if (this.#isComplex) this.#run.readName(name)
    if (name === 'default') this.useWhole()
    for (const star of this.#stars) star.read(name)
  }

  /** An export is called as a method of the exports. `react` is called if it may read other exports through them. */
  call(name: string, react: () => void): void {
    const reactions = this.#called.get(name)
    if (reactions?.includes(react) === true) return
    if (reactions) reactions.push(react)
    else this.#called.set(name, [react])
    if (this.#named.get(name)?.some(({ node }) => this.#run.readsReceiver(node)) === true) react()
    for (const star of this.#stars) star.call(name, react)
  }

  /** Escapes the exports. The same function each time. */
  readonly escapeAll = (): void => this.escape()

  /** The exports object is called or constructed. */
  useWhole(): void {
    if (this.#isWholeUsed) return
    this.#isWholeUsed = true
    for (const node of this.#whole) this.#run.use(node)
    for (const star of this.#stars) star.useWhole()
  }

  /** The exports object becomes a value that anything may read. */
  escape(): void {
    if (this.#isEscaped) return
    this.#isEscaped = true
    this.useWhole()
    for (const [name, values] of this.#named) for (const { node } of values) this.#run.escape(name, node)
    for (const star of this.#stars) star.escape()
  }
}

/** What happens when exports are used. */
export interface ExportEffects {
  /** The exported value is used. */
  readonly use: (node: number) => void
  /** The exported value is stored in an object under a name. */
  readonly escape: (name: string, node: number) => void
  /** Reports whether the value may be a function that uses its receiver. */
  readonly readsReceiver: (node: number) => boolean
  /** An attribute with this name is read. */
  readonly readName: (name: string) => void
}
