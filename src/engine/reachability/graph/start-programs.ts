import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { calleeName } from './namespaces.ts'
import { originsOf } from './origins.ts'
import type { LoadingGraph } from './loading-graph.ts'

/** Functions that start a program, by the name that they are called under. */
const starters: ReadonlySet<string> = new Set(
  [
    'fork spawn spawnSync exec execSync execFile execFileSync execa execaSync execaCommand crossSpawn Worker',
    'SharedWorker setupPrimary setupMaster Popen popen system check_call check_output getoutput getstatusoutput',
    'create_subprocess_exec create_subprocess_shell run_path run_module run call execv execve execvp execvpe',
    'execaNode $ execl execlp spawnv spawnl spawnlp spawnvp startfile posix_spawn run_process open_process',
  ].flatMap((line) => line.split(' ')),
)
/** Modules that contain such functions. */
const starterModules: ReadonlySet<string> = new Set(
  [
    'child_process worker_threads cluster subprocess runpy os asyncio multiprocessing execa cross-spawn shelljs zx',
    'tinyexec piscina tinypool jest-worker workerpool nodemon pm2 bun pty posix anyio trio',
  ].flatMap((line) => line.split(' ')),
)

/** A call that may run the files of a package as a program. */
export function startPrograms(
  graph: LoadingGraph,
  module: LoadedModule,
  { callee, args }: { readonly callee: number; readonly args: readonly number[] },
): void {
  const name = calleeName(module, callee)
  if (name === 'resolve') resolvePath(graph, module, { callee, args })
  const isMade = name === 'promisify' && args.some((one) => starters.has(calleeName(module, one)))
  if (isMade) graph.startPrograms(module)
  if (!starters.has(name)) return
  const isGlobal = name === 'Worker' || name === 'SharedWorker'
  if (isGlobal || module.specifiers.some((one) => starterModules.has(withoutPrefix(one)))) graph.startPrograms(module)
}

/** Name of the module that a specifier starts with. */
const withoutPrefix = (specifier: string) => specifier.replace(/^node:/, '').split(/[./]/, 1)[0] ?? ''

/** `require.resolve(name)` and `import.meta.resolve(name)`: the path may become the path of a program. */
function resolvePath(
  graph: LoadingGraph,
  module: LoadedModule,
  { callee, args }: { readonly callee: number; readonly args: readonly number[] },
): void {
  const [specifier] = args
  if (specifier === undefined || module.op(callee) !== Op.Load) return
  const owners = originsOf(module, module.operand(callee, 0)) ?? []
  const isLoader = owners.some((one) => {
    if (module.op(one) === Op.Global) return ['require', 'import.meta'].includes(module.text(one, 0))
    return module.op(one) === Op.Call && calleeName(module, module.operand(one, 0)) === 'createRequire'
  })
  if (!isLoader) return
  const texts = originsOf(module, specifier)
  for (const one of texts ?? [specifier])
    if (module.op(one) === Op.Literal && module.operand(one, 0) === LiteralKind.string) {
      const { files, whole } = graph.resolver.resolve(module, module.text(one, 1))
      const packages = [...files.map(({ packageIndex }) => packageIndex), ...whole]
      for (const packageIndex of packages) graph.runPackage(packageIndex)
    } else graph.loadAnything(module, specifier)
}

/** Texts of a file, except the specifiers of imports. */
export function textsOf(module: LoadedModule): string[] {
  const found: string[] = []
  for (const [node, op] of module.unit.ops.entries())
    if (op === Op.Literal && module.operand(node, 0) === LiteralKind.string) found.push(module.text(node, 1))
  return found
}

/** Names of packages in a path: `node_modules/NAME` and `node_modules/@SCOPE/NAME`. */
export function packagesInPath(text: string): string[] {
  return text
    .replaceAll('\\', '/')
    .split('node_modules/')
    .slice(1)
    .map((rest) => {
      const parts = rest.split(/[/\s'"]/, 2)
      return rest.startsWith('@') ? parts.join('/') : (parts[0] ?? '')
    })
}
