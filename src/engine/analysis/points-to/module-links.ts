import type { ModuleResolution } from '../modules/module-resolution.ts'
import { moduleName } from '../modules/module-name.ts'
import { functionsNamed } from './compiler-functions.ts'
import { starFunctions } from './passing-functions.ts'
import type { Propagation } from './propagation.ts'
import type { ModulePart, ReferenceParts } from './reference-parts.ts'
import { TokenKind } from './tokens.ts'
import { moduleWrappers, wrappedModule } from './wrapped-modules.ts'

/** What modules export and import, by statements, by CommonJS, and by what bundlers make of either. */
export class ModuleLinks implements ModulePart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  readonly #modules: ModuleResolution
  readonly #exports: number
  readonly #wrappers: ReadonlySet<number>
  /** Functions that pass on what another module exports. */
  readonly #passing: ReadonlySet<number>
  /** By token of what a wrapper of modules gives: the module's function, and the attribute that is `module.exports`. */
  readonly #loaders = new Map<number, { readonly module: number; readonly exports: number }>()
  /** By token of the object that a wrapped module finds as `exports`: the attribute that is `module.exports`. */
  readonly #wrapped = new Map<number, number>()
  /** By attribute that is `module.exports`: what is read of it by name. */
  readonly #reads = new Map<number, { readonly key: number; readonly node: number }[]>()

  constructor(propagation: Propagation, parts: ReferenceParts, modules: ModuleResolution) {
    this.#propagation = propagation
    this.#parts = parts
    this.#modules = modules
    this.#exports = propagation.keys.of('exports')
    this.#wrappers = moduleWrappers(propagation.program)
    this.#passing = functionsNamed(propagation.program, starFunctions)
  }

  /** Tokens have come to what may be `module.exports`. */
  arrive(node: number, tokens: Int32Array, count: number): void {
    const reads = this.#reads.size === 0 ? undefined : this.#reads.get(node)
    if (reads)
      for (let index = 0; index < count; index += 1)
        for (const { key, node: to } of reads) this.#parts.attributes.load(tokens[index] ?? -1, key, to)
  }

  /** The attribute of a file's `module` that is `module.exports`. */
  #exportsOf(file: number): number {
    return this.#propagation.heap.attribute(this.#moduleOf(file), this.#exports)
  }

  /** The `module` of a file. */
  #moduleOf(file: number): number {
    const { tokens, heap } = this.#propagation
    const token = tokens.external(`\0module${file}`)
    this.#propagation.add(heap.attribute(token, this.#exports), tokens.exportsOf(file))
    return token
  }

  global(node: number, file: number): void {
    const { program, tokens } = this.#propagation
    const name = program.text(node, 0)
    // `module.exports` is kept in an attribute of its own: what is assigned to it comes beside what `exports` has.
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
    // `from package import run`: what `from .run import run` in the package's own file binds hides the module `run`.
    if (target.named !== undefined)
      this.#propagation.edge(heap.attribute(tokens.exportsOf(target.named), program.operand(node, 1)), node)
    if (name === '*' || target.isModule === true) {
      this.#propagation.add(node, exported)
      return this.#propagation.edge(this.#exportsOf(target.file), node)
    }
    this.#propagation.edge(heap.attribute(exported, program.operand(node, 1)), node)
    this.#importCommonJs(target.file, { name, key: program.operand(node, 1), node })
  }

  /** What `module.exports` was assigned stands for the module too. */
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

  /** A module's `default` that CommonJS wrote is the module itself. */
  loadDefault(token: number, to: number): void {
    const { tokens } = this.#propagation
    if (tokens.kind(token) === TokenKind.exports) this.#propagation.edge(this.#exportsOf(tokens.reference(token)), to)
    const wrapped = this.#wrapped.get(token)
    if (wrapped !== undefined) this.#propagation.edge(wrapped, to)
  }

  /** Whether a function of the program passes on what another module exports. */
  passes(functionIndex: number): boolean {
    return this.#passing.has(functionIndex)
  }

  /** `(from, to)`: a module passes on whatever another one exports. */
  passOn(call: number): void {
    const { program, sets } = this.#propagation
    for (const to of sets.of(program.operand(call, 2))) this.passOnWith(call, to, 2)
  }

  /** As `passOn`, of what has come to one of the two arguments: with all that has come to the other one. */
  passOnWith(call: number, token: number, index: number): void {
    const { program, sets, heap } = this.#propagation
    if (index === 2) for (const from of sets.of(program.operand(call, 1))) heap.follow(token, from)
    else if (index === 1) for (const to of sets.of(program.operand(call, 2))) heap.follow(to, token)
  }

  /**
   * `__commonJS(run)`: gives what runs a module and then gives its exports, which other modules do not share. False for
   * a function that is no such wrapper.
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

  /** A call of what a wrapper gave. */
  run(loader: number, call: number): void {
    const found = this.#loaders.get(loader)
    if (!found) return
    this.#parts.calls.note(call, found.module)
    this.#propagation.edge(found.exports, call)
  }
}
