import type { LanguageSemantics } from '../../language-semantics.ts'
import { canonicalName } from './canonical-names.ts'
import { sinkModels } from '../../models/sinks/catalogue.ts'
import type { SinkModel } from './sink-model.ts'

/** Matches the name of an instance but not of its methods. Calling an instance does not create a new one. */
const instance = /^new (?:[^.]+|.*\.[A-Z]\w*)$/

/** Models of one language, indexed by callee and method. */
class ModelIndex {
  readonly #byCallee = new Map<string, SinkModel[]>()
  /** Models of methods on any object returned by a module, such as `pg.*.query`, by method name. */
  readonly #ofModule = new Map<string, { readonly root: string; readonly model: SinkModel }[]>()
  readonly #byMethod = new Map<string, SinkModel[]>()

  constructor(models: readonly SinkModel[]) {
    for (const model of models) {
      const [root = '', method] = model.callee?.split('.*.') ?? []
      if (method !== undefined) append(this.#ofModule, method, { root, model })
      else if (model.callee !== undefined) append(this.#byCallee, model.callee, model)
      if (model.method !== undefined) append(this.#byMethod, model.method, model)
    }
  }

  /** Returns the models of an external function. `name` is canonical; `isNew` is true for constructor calls. */
  ofName(name: string, isNew: boolean): readonly SinkModel[] {
    const plain = name.replace(/^(?:new )+/, '')
    const found = [
      ...(isNew ? (this.#byCallee.get(`new ${name}`) ?? []) : []),
      ...(instance.test(name) ? [] : (this.#byCallee.get(name) ?? [])),
    ]
    const dot = plain.lastIndexOf('.')
    const receiver = plain.slice(0, Math.max(dot, 0))
    for (const { root, model } of this.#ofModule.get(plain.slice(dot + 1)) ?? [])
      if (plain.startsWith(root) && /^[.(]/.test(plain.slice(root.length)) && model.notOf?.test(receiver) !== true)
        found.push(model)
    return found
  }

  ofMethod(method: string): readonly SinkModel[] {
    return this.#byMethod.get(method) ?? []
  }
}

const indexes = new WeakMap<LanguageSemantics, ModelIndex>()

function indexOf(semantics: LanguageSemantics): ModelIndex {
  const known = indexes.get(semantics)
  if (known) return known
  const index = new ModelIndex([
    ...sinkModels.filter(({ language }) => language === semantics.libraries),
    ...(semantics.models?.sinks ?? []),
  ])
  indexes.set(semantics, index)
  return index
}

/** A canonical name and its models. */
export interface NamedModels {
  readonly name: string
  readonly models: readonly SinkModel[]
}

/** Finds the models for calls in one program. Each name is looked up only once. */
export class ModelsByName {
  readonly #index: ModelIndex
  readonly #known = { call: new Map<string, NamedModels>(), made: new Map<string, NamedModels>() }

  constructor(semantics: LanguageSemantics) {
    this.#index = indexOf(semantics)
  }

  ofName(external: string, isNew: boolean): NamedModels {
    const memo = isNew ? this.#known.made : this.#known.call
    const known = memo.get(external)
    if (known) return known
    const canonical = canonicalName(external)
    const found = { name: canonical.replace(/^(?:new )+/, ''), models: this.#index.ofName(canonical, isNew) }
    memo.set(external, found)
    return found
  }

  ofMethod(method: string): readonly SinkModel[] {
    return this.#index.ofMethod(method)
  }
}

function append<T>(into: Map<string, T[]>, key: string, value: T): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
