import { Op } from '../../analysis/ir/operations.ts'
import { fetchedShift, objectBits } from './flow-graph.ts'
import { importModules } from './import-modules.ts'
import type { LoadedModule } from './loaded-module.ts'
import { importedNamespace } from './namespaces.ts'
import { originsOf } from './origins.ts'
import { otherBit, type OfferedNames } from './offered-names.ts'
import type { ProgramGraph } from './program-graph.ts'

/**
 * Methods that functions of the Python runtime call on objects that they receive, without a base class that says so:
 * those of files, mappings, log filters, locks, queues, importers, and parsers.
 */
const protocolMethods: ReadonlySet<string> = new Set(
  (
    'read read1 readinto readline readlines write writelines flush close seek tell fileno isatty truncate readable ' +
    'writable seekable keys items values get pop update append extend add discard remove send throw filter format ' +
    'formatException emit handle acquire release put get_nowait put_nowait start end data comment pi doctype ' +
    'find_spec find_module load_module exec_module create_module get_data get_code get_source is_package ' +
    'invalidate_caches recv recv_into sendall makefile settimeout shutdown getpeername persistent_id aclose feed ' +
    'setDocumentLocator startDocument endDocument startElement endElement startElementNS endElementNS characters ' +
    'startPrefixMapping endPrefixMapping ignorableWhitespace processingInstruction skippedEntity resolveEntity ' +
    'notationDecl unparsedEntityDecl error fatalError warning setContentHandler parse getSystemId getPublicId ' +
    'getByteStream getCharacterStream connection_made connection_lost data_received eof_received pause_writing ' +
    'resume_writing datagram_received error_received get_buffer buffer_updated pipe_data_received ' +
    'pipe_connection_lost process_exited step finalize inverse value set_ok return_ok domain_return_ok ' +
    'path_return_ok before_get before_set before_read before_write startTest stopTest addSuccess addError ' +
    'addFailure addSkip addExpectedFailure addUnexpectedSuccess addSubTest countTestCases getMessage ' +
    'as_integer_ratio add_parent new_event_loop get_event_loop set_event_loop run_until_complete ' +
    'persistent_load utcoffset dst tzname fromutc run main debug encode decode'
  ).split(' '),
)

/** Lets the runtime call such methods on the objects at a place. */
export function readProtocols(names: OfferedNames, given: number): void {
  for (const name of protocolMethods) names.readAt(name, given)
}

/** A function of the Python runtime may keep an argument, and call its methods: `print(text, file=log)`. */
export function giveToRuntime(
  graph: ProgramGraph,
  module: LoadedModule,
  { argument, isCalling, name }: { readonly argument: number; readonly isCalling: boolean; readonly name: string },
): void {
  if (module.unit.language !== 'python') return
  const op = module.op(argument)
  if (isCalling || name === 'dict' || op === Op.Keyword || op === Op.SpreadKeywords)
    graph.values.objects(graph.place(module, argument), graph.given, objectBits)
}

/** Functions of the Python runtime whose result gives access to every attribute of an object. */
const wholeObjectFunctions: ReadonlySet<string> = new Set([
  'vars',
  'getmembers',
  'getmembers_static',
  'getattr_static',
  'classify_class_attrs',
  'register_instance',
])

/** `vars(object)` and `inspect.getmembers(object)` return all attributes of an object. */
export function readWholeObject(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, name, args }: { readonly node: number; readonly name: string; readonly args: readonly number[] },
): void {
  if (module.unit.language !== 'python' || !wholeObjectFunctions.has(name)) return
  // A server of XML-RPC calls the methods that requests name.
  if (name === 'register_instance') graph.names.callFetched(graph.place(module, node))
  for (const object of args) readAllAttributes(graph, module, { object, to: graph.place(module, node) })
}

/** `globals()` and `locals()` return all names of the file or function. So does `vars()`. */
export function readOwnVariables(
  graph: ProgramGraph,
  module: LoadedModule,
  { node, callee, name }: { readonly node: number; readonly callee: number; readonly name: string },
): void {
  if (name !== 'globals' && name !== 'locals' && name !== 'vars') return
  if (module.unit.language !== 'python' || module.operandCount(node) > 1) return
  if (originsOf(module, callee)?.some((one) => module.op(one) === Op.Global) !== true) return
  graph.values.mark(graph.place(module, node), (graph.bitOf(module.packageIndex) | otherBit) << fetchedShift)
  const methods = module.usersOf(node).filter((user) => user >= 0 && module.op(user) === Op.Load)
  const isCalled = (method: number) => module.usersOf(method).every((user) => module.operand(user, 0) === method)
  if (!methods.every(isCalled)) graph.values.mark(graph.names.called, objectBits << fetchedShift)
  const local = module.functionOf(node)
  if (name !== 'globals' && local !== 0) for (const one of module.nodesOf(local)) graph.use(module, one)
}

/** A place receives a collection of all attributes of an object. */
export function readAllAttributes(
  graph: ProgramGraph,
  module: LoadedModule,
  { object, to }: { readonly object: number; readonly to: number },
): void {
  graph.values.mark(to, otherBit << fetchedShift)
  graph.values.fetch(graph.place(module, object), to)
  graph.values.link(graph.fetched, to)
  for (const origin of originsOf(module, object) ?? []) {
    const imported = importedNamespace(module, origin)
    if (imported === undefined) continue
    for (const from of importModules(graph, module, module.text(imported, 0)).modules) graph.exportsOf(from).escape()
  }
}

/** Modules of the Python runtime with functions that load what a text names, or run texts as code. */
const textFunctions: Readonly<Record<string, { readonly kind: 'plugins' | 'eval'; readonly names: RegExp }>> = {
  pickle: { kind: 'plugins', names: /^(?:loads?|Unpickler|_Unpickler)$/ },
  cPickle: { kind: 'plugins', names: /^(?:loads?|Unpickler)$/ },
  _pickle: { kind: 'plugins', names: /^(?:loads?|Unpickler)$/ },
  marshal: { kind: 'plugins', names: /^loads?$/ },
  'multiprocessing.connection': { kind: 'plugins', names: /^(?:Client|Listener)$/ },
  shelve: { kind: 'plugins', names: /^(?:open|\w*Shelf)$/ },
  'logging.config': { kind: 'plugins', names: /^(?:dictConfig|fileConfig|listen|\w*Configurator)$/ },
  pkgutil: { kind: 'plugins', names: /^resolve_name$/ },
  pydoc: { kind: 'plugins', names: /^(?:locate|resolve|safeimport|importfile|render_doc|doc)$/ },
  unittest: { kind: 'plugins', names: /^(?:main|TestProgram|\w*TestLoader)$/ },
  doctest: { kind: 'plugins', names: /^/ },
  zipimport: { kind: 'plugins', names: /^zipimporter$/ },
  timeit: { kind: 'eval', names: /^(?:timeit|repeat|Timer|main)$/ },
  cProfile: { kind: 'eval', names: /^(?:run|runctx|Profile)$/ },
  profile: { kind: 'eval', names: /^(?:run|runctx|Profile)$/ },
  trace: { kind: 'eval', names: /^Trace$/ },
  pdb: { kind: 'eval', names: /^/ },
  bdb: { kind: 'eval', names: /^Bdb$/ },
  code: { kind: 'eval', names: /^/ },
}

/** What a function of the Python runtime does with texts that it receives: `pickle.loads`, `timeit.timeit`. */
export function textFunctionKind(module: LoadedModule, origin: number): 'plugins' | 'eval' | undefined {
  if (module.unit.language !== 'python') return undefined
  if (module.op(origin) === Op.Import) return kindOf([module.text(origin, 0)], module.text(origin, 1))
  if (module.op(origin) !== Op.Load) return undefined
  const name = module.text(origin, 1)
  for (const object of originsOf(module, module.operand(origin, 0)) ?? []) {
    const specifiers =
      module.op(object) === Op.Import
        ? [module.text(object, 0), module.text(object, 1), `${module.text(object, 0)}.${module.text(object, 1)}`]
        : module.op(object) === Op.Load
          ? [`${ownerName(module, object)}.${module.text(object, 1)}`]
          : []
    const kind = kindOf(specifiers, name)
    if (kind) return kind
  }
  return undefined
}

/** Name of the imported module that an attribute is read from: `logging` of `logging.config`. */
function ownerName(module: LoadedModule, load: number): string {
  const owner = originsOf(module, module.operand(load, 0))?.find((one) => module.op(one) === Op.Import)
  return owner === undefined ? '' : module.text(owner, 0)
}

/** Reports whether functions of a module load what a text names, or run texts as code. */
export const hasTextFunctions = (specifier: string) => Object.hasOwn(textFunctions, specifier)

function kindOf(specifiers: readonly string[], name: string): 'plugins' | 'eval' | undefined {
  for (const specifier of specifiers) {
    const found = Object.hasOwn(textFunctions, specifier) ? textFunctions[specifier] : undefined
    if (found?.names.test(name) === true) return found.kind
  }
  return undefined
}
