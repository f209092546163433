import type { CallForm } from './argument-binder.ts'
import type { ContainerCalls } from './container-calls.ts'
import type { DefinedAttribute } from './defined-attributes.ts'

/** Interfaces between the parts of the points-to analysis, which call each other recursively. */
export interface ReferenceParts {
  readonly attributes: AttributePart
  readonly calls: CallPart
  readonly classes: ClassPart
  readonly containers: ContainerCalls
  readonly modules: ModulePart
  readonly outer: ExternalCallPart
}

/** Implemented by `AttributeSteps`. */
export interface AttributePart {
  load(token: number, key: number, to: number): void
  store(token: number, key: number, value: number): void
  hold(token: number, key: number, value: number): void
}

/** Implemented by `CallLinks`. */
export interface CallPart {
  yields(node: number): void
  bindFunction(functionIndex: number, call: number, form?: CallForm): void
  note(call: number, functionIndex: number): boolean
  link(call: number, functionIndex: number, form?: CallForm): void
  listArrived(call: number, index: number): void
  rebind(call: number): void
}

/** Implemented by `ClassLinks`. */
export interface ClassPart {
  make(classIndex: number, call: number): void
}

/** Implemented by `ModuleLinks`. */
export interface ModulePart {
  global(node: number, file: number): void
  import(node: number, file: number): void
  exportAll(node: number, file: number): void
  loadDefault(token: number, to: number): void
  passes(functionIndex: number): boolean
  passOn(call: number): void
  passOnWith(call: number, token: number, index: number): void
  wrap(wrapper: number, call: number): boolean
  run(loader: number, call: number): void
}

/** Implemented by `ExternalCalls`. */
export interface ExternalCallPart {
  call(token: number, call: number): void
  define(call: number, attributes: readonly DefinedAttribute[]): void
}
