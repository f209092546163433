import type { PackageCapability } from '../../model/package-capability.ts'

/**
 * When an access path shows a capability.
 *
 * - `value`: it is called, created, inherited from, passed on, stored, or exported.
 * - `call`: it is called or created.
 * - `use`: anything reads from it.
 */
export type ShownWhen = 'value' | 'call' | 'use'

/** Names of the conditions on the arguments of a call. `call-conditions.ts` implements each of them. */
export type CallCondition =
  | 'names-a-file'
  | 'opens-file'
  | 'opens-path'
  | 'unfixed-code'
  | 'text-timer'
  | 'compiles-code'
  | 'internal-binding'
  | 'remote-socket'

export interface PlatformFunction {
  readonly capabilities: readonly PackageCapability[]
  readonly when: ShownWhen
  /** Condition on calls. It can replace the capabilities. */
  readonly condition?: CallCondition
}

/** Capabilities that a file shows if it stores a module in an object, or exports it. */
export interface ModuleCapabilities {
  readonly stored: readonly PackageCapability[]
  readonly exported: readonly PackageCapability[]
}

/** Functions and values of a language's platform that show capabilities. */
export interface PlatformModel {
  /** Reports whether a specifier names a module of the platform, and not a package or a file. */
  isPlatformModule(this: void, specifier: string): boolean
  /** Reports whether an exported value can be called by other packages. In Python, every global is exported. */
  readonly exportsAreDeliberate: boolean
  /** Members of an environment that neither read other variables nor depend on the machine. */
  readonly ignoredMembers: ReadonlySet<string>
  /** Globals that inspect a value but do not call it. */
  readonly inspectors: ReadonlySet<string>
  /** By access path: `child_process.spawn`, `pathlib.Path().read_text`. Globals start with `:`. */
  readonly functions: ReadonlyMap<string, PlatformFunction>
  /** Whole modules that show a capability when the code passes them on: `module.exports = require('fs')`. */
  readonly modules: ReadonlyMap<string, ModuleCapabilities>
  /** Access paths that mean another one: `:globalThis` is the prefix of all globals. */
  readonly aliases: ReadonlyMap<string, string>
  /** Functions that return the module named by their first argument. */
  readonly importers: ReadonlySet<string>
  /** Every access path that starts another one of the model. The analysis ignores all other values. */
  readonly prefixes: ReadonlySet<string>
}

/** Completes a model with its prefixes. */
export function platformModel(parts: Omit<PlatformModel, 'prefixes'>): PlatformModel {
  const prefixes = new Set<string>()
  for (const path of [...parts.functions.keys(), ...parts.modules.keys(), ...parts.aliases.keys(), ...parts.importers])
    for (const end of endsOf(path)) prefixes.add(path.slice(0, end))
  return { ...parts, prefixes }
}

/** Returns the lengths of the prefixes of an access path: `a.b().c` has `a`, `a.b`, `a.b()`, and itself. */
function endsOf(path: string): number[] {
  return [...path.matchAll(/\.|\(\)|$/g)].map(({ index }) => index).filter((end) => end > 0)
}

/** Lists functions with the same effect. Names are separated by spaces. */
export function functionsOf(
  module: string,
  names: string,
  capabilities: readonly PackageCapability[],
  rest: Partial<Omit<PlatformFunction, 'capabilities'>> = {},
): [string, PlatformFunction][] {
  const shown = { capabilities, when: 'value', ...rest } as const
  return names.split(' ').map((name) => [module === ':' ? `:${name}` : `${module}.${name}`, shown])
}
