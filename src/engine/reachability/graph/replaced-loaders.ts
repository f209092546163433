import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'
import type { LoadingGraph } from './loading-graph.ts'

/** Methods of the module loader of Node.js. A file that stores one of them decides what imports load. */
const loaderMethods: ReadonlySet<string> = new Set(
  '_load _extensions _resolveFilename _findPath _compile _nodeModulePaths _resolveLookupPaths _initPaths'.split(' '),
)
/** Tables of `require`. */
const loaderTables: ReadonlySet<string> = new Set(['_extensions', 'extensions', '_cache', 'cache', '_pathCache'])
/** Attributes of the Python module `sys` that import modules. */
const importHooks: ReadonlySet<string> = new Set(['meta_path', 'path_hooks', 'path_importer_cache'])
/** Functions that load native code. */
const nativeLoaders: ReadonlySet<string> = new Set(
  'dlopen CDLL PyDLL WinDLL OleDLL cdll pydll windll oledll pythonapi LoadLibrary'.split(' '),
)
/** Modules that load native code for their caller. */
const nativeHelpers: ReadonlySet<string> = new Set(
  [
    'bindings node-gyp-build node-gyp-build-optional-packages node-pre-gyp @mapbox/node-pre-gyp prebuild-install',
    'pkg-prebuilds ffi ffi-napi koffi cffi _cffi_backend',
  ].flatMap((line) => line.split(' ')),
)

/** Blocks denials if a running node replaces a loader of modules or loads native code. */
export function checkLoaders(graph: LoadingGraph, module: LoadedModule, node: number): void {
  const op = module.op(node)
  const detail = module.path
  if (replacesLoader(module, node)) graph.block({ reason: 'dynamic-import', detail })
  const name = op === Op.Load || op === Op.Import ? module.text(node, 1) : ''
  const isHelper = op === Op.Import && nativeHelpers.has(module.text(node, 0))
  if (isHelper || nativeLoaders.has(name)) graph.block({ reason: 'native-code', detail })
}

function replacesLoader(module: LoadedModule, node: number): boolean {
  const isPython = module.unit.language === 'python'
  switch (module.op(node)) {
    case Op.Store:
      return !isPython && (isLoaderMethod(module, node) || isLoaderTable(module, node) || isModuleRequire(module, node))
    case Op.StoreDynamic:
      return !isPython && isLoaderTable(module, node)
    case Op.Load:
      return (
        (isPython && importHooks.has(module.text(node, 1))) ||
        (/^register(?:Hooks)?$/.test(module.text(node, 1)) && isModuleLoader(module, module.operand(node, 0)))
      )
    case Op.Import:
      return (
        (module.text(node, 0) === 'sys' && importHooks.has(module.text(node, 1))) ||
        (isModuleModule(module, node) && /^register(?:Hooks)?$/.test(module.text(node, 1)))
      )
    default:
      return false
  }
}

const isModuleModule = (module: LoadedModule, node: number) => /^(?:node:)?module$/.test(module.text(node, 0))

function isModuleLoader(module: LoadedModule, value: number): boolean {
  return originsOf(module, value)?.some((one) => module.op(one) === Op.Import && isModuleModule(module, one)) ?? false
}

/** Values that are no module loader, such as the `this` of a class with a field `_cache`. */
const plainValues: ReadonlySet<number> = new Set([Op.Self, Op.ObjectOf, Op.New, Op.ArrayOf, Op.Closure, Op.Class])

/** `Module._load = load` */
const isLoaderMethod = (module: LoadedModule, store: number): boolean =>
  loaderMethods.has(module.text(store, 1)) && mayBeLoader(module, module.operand(store, 0))

/** False for plain values and for prototypes of functions and classes of the file. */
export function mayBeLoader(module: LoadedModule, value: number): boolean {
  const isPlain = (one: number): boolean =>
    plainValues.has(module.op(one)) ||
    (module.op(one) === Op.Load &&
      module.text(one, 1) === 'prototype' &&
      originsOf(module, module.operand(one, 0))?.every((owner) => plainValues.has(module.op(owner))) === true)
  return originsOf(module, value)?.every(isPlain) !== true
}

/** `require.extensions['.x'] = load` and `Module._extensions['.x'] = load`. */
function isLoaderTable(module: LoadedModule, store: number): boolean {
  return (originsOf(module, module.operand(store, 0)) ?? []).some((one) => {
    if (module.op(one) !== Op.Load || !loaderTables.has(module.text(one, 1))) return false
    const owner = module.operand(one, 0)
    if (module.text(one, 1).startsWith('_')) return mayBeLoader(module, owner)
    const owners = originsOf(module, owner) ?? []
    return owners.some((from) => module.op(from) === Op.Global && module.text(from, 0) === 'require')
  })
}

/** `Module.prototype.require = load` */
function isModuleRequire(module: LoadedModule, store: number): boolean {
  if (module.text(store, 1) !== 'require') return false
  return (originsOf(module, module.operand(store, 0)) ?? []).some(
    (one) => module.op(one) === Op.Load && module.text(one, 1) === 'prototype',
  )
}
