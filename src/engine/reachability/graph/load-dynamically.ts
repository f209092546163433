import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { importModules } from './import-modules.ts'
import { affixesOf } from './keys.ts'
import type { LoadedModule } from './loaded-module.ts'
import { calleeName } from './namespaces.ts'
import { isTransparent, originsOf } from './origins.ts'
import type { LoadingGraph } from './loading-graph.ts'
import { mayBeLoader } from './replaced-loaders.ts'
import { textFunctionKind } from './python-protocols.ts'

const globalObjects: ReadonlySet<string> = new Set(['', 'this', 'globalThis', 'global', 'window', 'self'])

/** Reports whether code gives access to the global object only: `return this`. */
function isHarmlessCode(text: string): boolean {
  const words = text.replaceAll(';', ' ').trim().split(/\s+/)
  if (words[0] === 'return') words.shift()
  return words.length <= 1 && globalObjects.has(words[0] ?? '')
}

/** Calls of `require` and `import` with computed specifiers, and calls that run text as code. */
export function loadDynamically(
  graph: LoadingGraph,
  module: LoadedModule,
  { node, callee, args }: { readonly node: number; readonly callee: number; readonly args: readonly number[] },
): void {
  if (calleeName(module, callee) === 'createRequire' && !staysInFile(module, node)) graph.loadAnything(module, node)
  for (const origin of originsOf(module, callee) ?? []) {
    if (module.op(origin) === Op.Load && module.text(origin, 1) === 'constructor' && mayLoad(module, args))
      graph.loadAnything(module, node)
    // Without arguments, such functions treat the main file, which is a file of the project.
    const kind = args.length > 0 || module.packageIndex === 0 ? textFunctionKind(module, origin) : undefined
    const name = kind ?? loaderName(module, origin)
    if (name === 'require') loadFiles(graph, module, { node, specifier: args[0] })
    else if (name === 'plugins') graph.loadAnything(module, node)
    else if (name === 'globals') readOwnNames(graph, module, node)
    else if (name === 'eval' || name === 'Function') runText(graph, module, { call: origin, args })
  }
}

/** Words of code that loads files without a `require` that it receives. */
const loadingWords = /\b(?:import|require|mainModule|getBuiltinModule|_load)\b/

/** Reports whether a constant part of a text that runs as code loads files: `return import(name)`. */
function mayLoad(module: LoadedModule, args: readonly number[]): boolean {
  if (module.unit.language === 'python') return false
  return args
    .flatMap((one) => originsOf(module, one) ?? [one])
    .flatMap((one) =>
      module.op(one) === Op.Concat
        ? Array.from({ length: module.operandCount(one) }, (_, index) => module.operand(one, index))
        : [one],
    )
    .some((one) => module.op(one) === Op.Literal && loadingWords.test(module.text(one, 1)))
}

/** Reports whether a function that loads files is only called or compared in its file, under any name. */
function staysInFile(module: LoadedModule, loader: number): boolean {
  const seen = new Set([loader])
  for (const value of seen)
    for (const user of module.usersOf(value)) {
      if (user >= 0 && isTransparent(module.op(user))) seen.add(user)
      else if (user < 0 || !keepsValue(module, user, value)) return false
    }
  return true
}

/** Reports whether a node compares a value, calls it, or reads its attributes, and passes it to nothing else. */
function keepsValue(module: LoadedModule, user: number, value: number): boolean {
  const op = module.op(user)
  if (op === Op.Binary || op === Op.Unary || op === Op.Load) return true
  if (op !== Op.Call && op !== Op.LoadDynamic) return false
  return Array.from({ length: module.operandCount(user) - 1 }, (_, index) => module.operand(user, index + 1)).every(
    (operand) => operand !== value,
  )
}

/** Functions of the runtime that load modules, run text, or return the names of a module. */
const globalLoaders: ReadonlyMap<string, string> = new Map([
  ...['require', 'import', '__import__'].map((name) => [name, 'require'] as const),
  ...['eval', 'exec', 'Function'].map((name) => [name, 'eval'] as const),
  ...['globals', 'locals', 'vars'].map((name) => [name, 'globals'] as const),
])
const attributeLoaders: ReadonlyMap<string, string> = new Map([
  ...['require', '_load', 'import_module', 'find_spec', '__import__', 'run_module'].map(
    (name) => [name, 'require'] as const,
  ),
  ...[
    'entry_points',
    'iter_entry_points',
    'load_entry_point',
    'walk_packages',
    'iter_modules',
    'spec_from_file_location',
    'SourceFileLoader',
    'run_path',
    'load_source',
    'EntryPoint',
    'exec_module',
    'load_module',
    'get_objects',
    'get_referrers',
    'get_referents',
  ].map((name) => [name, 'plugins'] as const),
  ['eval', 'eval'],
])

/** `globals()[name]` reads any name of the module. */
function readOwnNames(graph: LoadingGraph, module: LoadedModule, node: number): void {
  graph.escapeFile({ packageIndex: module.packageIndex, path: module.path }, graph.place(module, node))
}

/**
 * Reports whether an object with a method `_compile` may be a module. Then `this` needs the class of modules, which a
 * class of the file can also inherit from another file.
 */
const mayCompile = (module: LoadedModule, receiver: number): boolean =>
  module.specifiers.some((one) => /^(?:node:)?module$/.test(one)) ||
  module.unit.classes.some(({ bases }) => bases.length > 0) ||
  mayBeLoader(module, receiver)

/** What a function that a value may be loads or runs, or an empty text. */
export function loaderName(module: LoadedModule, origin: number): string {
  const op = module.op(origin)
  if (op === Op.Global) return globalLoaders.get(module.text(origin, 0)) ?? ''
  if (op === Op.Load) {
    const name = module.text(origin, 1)
    const loader = attributeLoaders.get(name)
    if (loader !== undefined) return loader
    if (name === '_compile' && module.unit.language !== 'python')
      return mayCompile(module, module.operand(origin, 0)) ? 'plugins' : ''
    const isVm = originsOf(module, module.operand(origin, 0))?.some(
      (one) => module.op(one) === Op.Import && /^(?:node:)?vm$/.test(module.text(one, 0)),
    )
    if (isVm === true) return 'eval'
    return ''
  }
  if (op === Op.Import && attributeLoaders.has(module.text(origin, 1)) && module.unit.language === 'python')
    return attributeLoaders.get(module.text(origin, 1)) ?? ''
  if (op === Op.Import) return /^(?:node:)?vm$/.test(module.text(origin, 0)) ? 'eval' : ''
  // `createRequire(import.meta.url)`
  if (op === Op.Call) {
    const made = originsOf(module, module.operand(origin, 0)) ?? []
    const isMade = made.some(
      (one) => (module.op(one) === Op.Import || module.op(one) === Op.Load) && module.text(one, 1) === 'createRequire',
    )
    return isMade ? 'require' : ''
  }
  return ''
}

export function loadFiles(
  graph: LoadingGraph,
  module: LoadedModule,
  { node, specifier }: { readonly node: number; readonly specifier: number | undefined },
): void {
  if (specifier === undefined) return
  const origins = originsOf(module, specifier)
  for (const origin of origins ?? [specifier]) {
    if (module.op(origin) === Op.Literal) {
      if (module.operand(origin, 0) !== LiteralKind.string) continue
      for (const { packageIndex, path } of importModules(graph, module, module.text(origin, 1)).modules)
        graph.escapeFile({ packageIndex, path }, graph.place(module, node))
      continue
    }
    const { prefix, suffix } = affixesOf(module, origin)
    if (leavesPackage(module, origin)) graph.loadAnything(module, node)
    else if (prefix.startsWith('./') || prefix.startsWith('../')) {
      const matched = graph.resolver.matching(module, prefix, suffix)
      for (const file of matched) graph.escapeFile(file, graph.place(module, node))
    } else if (namedPackages(graph, prefix).length > 0)
      for (const packageIndex of namedPackages(graph, prefix)) graph.runPackage(packageIndex)
    else if (isInPackage(module, origin))
      for (const file of graph.resolver.allFiles(module.packageIndex)) graph.escapeFile(file, graph.place(module, node))
    else graph.loadAnything(module, node)
  }
}

/** Reports whether a path starts in the folder of the file: `path.join(__dirname, name)`, `__dirname + name`. */
function isInPackage(module: LoadedModule, value: number): boolean {
  const op = module.op(value)
  if (op !== Op.Concat && op !== Op.Call) return false
  if (op === Op.Call && !/^(?:join|resolve|normalize)$/.test(calleeName(module, module.operand(value, 0)))) return false
  const first = module.operand(value, op === Op.Call ? 1 : 0)
  return first >= 0 && module.op(first) === Op.Global && module.text(first, 0) === '__dirname'
}

/** Reports whether a part of a path names a folder of installed packages, or a folder around the own package. */
function leavesPackage(module: LoadedModule, value: number): boolean {
  const depth = module.path.split('/').length - 1
  const op = module.op(value)
  if (op !== Op.Concat && op !== Op.Call) return false
  const parts = Array.from({ length: module.operandCount(value) }, (_, index) => module.operand(value, index))
  const texts = parts
    .flatMap((part) => originsOf(module, part) ?? [part])
    .map((part) => (module.op(part) === Op.Literal ? module.text(part, 1) : ''))
    .join('/')
  const ups = texts.split('/').filter((part) => part === '..').length
  return /(?:^|\/)node_modules(?:\/|$)/.test(texts) || ups > depth || /\/\.\.\//.test(texts.slice(3))
}

function runText(
  graph: LoadingGraph,
  module: LoadedModule,
  { call, args }: { readonly call: number; readonly args: readonly number[] },
): void {
  const isHarmless = args.every(
    (argument) => module.op(argument) === Op.Literal && isHarmlessCode(module.text(argument, 1)),
  )
  if (!isHarmless) graph.runText(module, call)
  if (mayLoad(module, args)) graph.loadAnything(module, call)
}

/** Packages that a specifier with this prefix may name. None if it may be a path, a URL, or an entry of `imports`. */
function namedPackages(graph: LoadingGraph, prefix: string): readonly number[] {
  return /^[^./#:]+(?:\/[^:]*)?$/.test(prefix) ? graph.resolver.packagesStarting(prefix) : []
}
