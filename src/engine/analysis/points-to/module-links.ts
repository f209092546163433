import type { ModuleResolution } from '../modules/module-resolution.ts'
import { moduleName } from '../modules/module-name.ts'
import { functionsNamed } from './compiler-functions.ts'
import { starFunctions } from './passing-functions.ts'
import type { Propagation } from './propagation.ts'
import type { ModulePart, ReferenceParts } from './reference-parts.ts'
import { TokenKind } from './tokens.ts'
import { moduleWrappers, wrappedModule } from './wrapped-modules.ts'

/** Links module exports and imports: ES modules, CommonJS, and bundler output. */
export class ModuleLinks implements ModulePart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly #modules: ModuleResolution
  readonly #exports: number
  readonly #wrappers: ReadonlySet<number>
  /** Functions that re-export everything from another module. */
  readonly #passing: ReadonlySet<number>
  /**
   * For the token of each loader (the value that a module wrapper returns), the module's function and its
   * `module.exports` attribute.
   */
  readonly #loaders = new Map<number, { readonly module: number; readonly exports: number }>()
  /** For the token of each wrapped module's `exports` object, its `module.exports` attribute. */
  readonly #wrapped = new Map<number, number>()
  /** For each `module.exports` attribute, the reads of its named members. */
  readonly #reads = new Map<number, { readonly key: number; readonly node: number }[]>()

  constructor(propagation: Propagation, parts: ReferenceParts, modules: ModuleResolution) {
    this.#propagation = propagation
    this.#parts = parts
    this.#modules = modules
    this.#exports = propagation.keys.of('exports')
    this.#wrappers = moduleWrappers(propagation.program)
    this.#passing = functionsNamed(propagation.program, starFunctions)
  }

  /** Handles tokens that reach a `module.exports` attribute. */
  arrive(node: number, tokens: Int32Array, count: number): void {
    const reads = this.#reads.size === 0 ? undefined : this.#reads.get(node)
    if (reads)
      for (let index = 0; index < count; index += 1)
        for (const { key, node: to } of reads) this.#parts.attributes.load(tokens[index] ?? -1, key, to)
  }

  /** Returns a file's `module.exports` attribute. */
  #exportsOf(file: number): number {
    return this.#propagation.heap.attribute(this.#moduleOf(file), this.#exports)
  }

  /** Returns a file's `module` object. */
  #moduleOf(file: number): number {
    const { tokens, heap } = this.#propagation
    const token = tokens.external(`\0module${file}`)
    this.#propagation.add(heap.attribute(token, this.#exports), tokens.exportsOf(file))
    return token
  }

  global(node: number, file: number): void {
    const { program, tokens } = this.#propagation
    const name = program.text(node, 0)
    // `module.exports` is a separate attribute, so an assigned value is added to the members of `exports`.
    const token =
      name === 'exports' ? tokens.exportsOf(file) : name === 'module' ? this.#moduleOf(file) : tokens.external(name)
    this.#propagation.add(node, token)
  }

  import(node: number, file: number): void {
    const { program, tokens, heap } = this.#propagation
    const [specifier, name] = [program.text(node, 0), program.text(node, 1)]
    const target = this.#modules.resolve(file, specifier, name)
    if (target === undefined) {
      const external = tokens.external(moduleName(specifier))
      return this.#propagation.add(
        node,
        name === '*' || name === 'default' ? external : tokens.externalStep(external, program.operand(node, 1)),
      )
    }
    const exported = tokens.exportsOf(target.file)
    // `from package import run`: a binding from `from .run import run` in `__init__.py` hides the module `run`.
    if (target.named !== undefined)
      this.#propagation.edge(heap.attribute(tokens.exportsOf(target.named), program.operand(node, 1)), node)
    if (name === '*' || target.isModule === true) {
      this.#propagation.add(node, exported)
      return this.#propagation.edge(this.#exportsOf(target.file), node)
    }
    this.#propagation.edge(heap.attribute(exported, program.operand(node, 1)), node)
    this.#importCommonJs(target.file, { name, key: program.operand(node, 1), node })
  }

  /** Also reads the name from the value assigned to `module.exports`. */
  #importCommonJs(
    file: number,
    { name, key, node }: { readonly name: string; readonly key: number; readonly node: number },
  ): void {
    const attribute = this.#exportsOf(file)
    if (name === 'default') return this.#propagation.edge(attribute, node)
    const known = this.#reads.get(attribute)
    if (known) known.push({ key, node })
    else this.#reads.set(attribute, [{ key, node }])
    for (const token of this.#propagation.sets.of(attribute)) this.#parts.attributes.load(token, key, node)
  }

  exportAll(node: number, file: number): void {
    const { program, tokens, heap } = this.#propagation
    const specifier = program.text(node, 0)
    const target = this.#modules.resolve(file, specifier, '*')
    heap.follow(
      tokens.exportsOf(file),
      target === undefined ? tokens.external(moduleName(specifier)) : tokens.exportsOf(target.file),
    )
  }

  /** The `default` of a CommonJS module is its `module.exports`. */
  loadDefault(token: number, to: number): void {
    const { tokens } = this.#propagation
    if (tokens.kind(token) === TokenKind.exports) this.#propagation.edge(this.#exportsOf(tokens.reference(token)), to)
    const wrapped = this.#wrapped.get(token)
    if (wrapped !== undefined) this.#propagation.edge(wrapped, to)
  }

  /** True if a program function re-exports everything from another module. */
  passes(functionIndex: number): boolean {
    return this.#passing.has(functionIndex)
  }

  /** Handles `__exportStar(from, to)`: `to` re-exports everything from `from`. */
  passOn(call: number): void {
    const { program, sets } = this.#propagation
    for (const to of sets.of(program.operand(call, 2))) this.passOnWith(call, to, 2)
  }

  /** Handles a token that reaches one argument of `passOn`. Combines it with all tokens of the other argument. */
  passOnWith(call: number, token: number, index: number): void {
    const { program, sets, heap } = this.#propagation
    if (index === 2) for (const from of sets.of(program.operand(call, 1))) heap.follow(token, from)
    else if (index === 1) for (const to of sets.of(program.operand(call, 2))) heap.follow(to, token)
  }

  /**
   * Handles `__commonJS(run)`, which returns a loader that runs the module and returns its `exports` object. Returns
   * false if the function is not a module wrapper.
   */
  wrap(wrapper: number, call: number): boolean {
    const { program, tokens, heap } = this.#propagation
    const module = this.#wrappers.has(wrapper) ? wrappedModule(program, call) : undefined
    if (module === undefined) return false
    const loader = tokens.external(`\0loader${call}`)
    if (this.#loaders.has(loader) || !this.#parts.calls.note(call, wrapper)) return true
    const [own, itself] = [tokens.site(call), tokens.external(`\0wrapped${call}`)]
    const exports = heap.attribute(itself, this.#exports)
    this.#loaders.set(loader, { module, exports })
    this.#wrapped.set(own, exports)
    this.#propagation.add(exports, own)
    const [first, second] = program.functions[module]?.parameters ?? []
    if (first) this.#propagation.add(first.node, own)
    if (second) this.#propagation.add(second.node, itself)
    this.#propagation.add(call, loader)
    return true
  }

  /** Handles a call of a loader. */
  run(loader: number, call: number): void {
    const found = this.#loaders.get(loader)
    if (!found) return
    this.#parts.calls.note(call, found.module)
    this.#propagation.edge(found.exports, call)
  }
}
