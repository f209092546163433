import { LiteralKind, Op } from '../ir/operations.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { keywordArgument, positionalArguments, propertiesOf } from '../schemas/schema-steps.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'
import { plainName } from './plain-name.ts'
import type { SourcePosition } from './server-surface.ts'
import { loopback, parameterName } from './setting-name.ts'

/** From where an address is reachable: all interfaces, only the machine itself, or unknown. */
export type Reach = 'everywhere' | 'loopback' | 'unknown'

export interface ListenAddress {
  readonly reach: Reach
  /** Constant that determines the address, or -1 if the library's default applies. */
  readonly decidedAt: number
  /**
   * What can make the address reachable from all interfaces although the default is loopback: a setting, or a constant
   * on another path.
   */
  readonly exposedBy?: number
  /** Location of the address if it is not a program node, such as a line in a Dockerfile. */
  readonly place?: SourcePosition
}

const everywhere = /^(?:0\.0\.0\.0|::|\[::\]|0|\*|)$/

/**
 * Returns the address that a value denotes. The value of a setting or option is unknown, so its default is used. If the
 * value may be loopback or all interfaces, the result is unknown.
 */
export function addressOf(context: ServerSurfaceContext, node: number, withoutValue: Reach): ListenAddress {
  const { program } = context
  const found = { everywhere: -1, loopback: -1, settings: 0, others: 0, none: 0, setting: -1 }
  const judge = (source: number): void => {
    if (program.op(source) !== Op.Literal) {
      if (isSettingRead(context, source)) {
        found.settings += 1
        found.setting = source
      } else found.others += 1
    } else if (program.operand(source, 0) === LiteralKind.nothing) found.none += 1
    else if (program.operand(source, 0) === LiteralKind.string) {
      const text = program.text(source, 1)
      if (everywhere.test(text)) found.everywhere = source
      else if (loopback.test(text)) found.loopback = source
      else found.others += 1
    }
  }
  for (const source of sourcesOf(context, node)) {
    const declared = defaultOfRead(context, source)
    if (declared.length === 0) judge(source)
    else {
      if (mayBeSet(context, source)) found.setting = source
      for (const one of declared) judge(one)
    }
  }
  if (found.everywhere >= 0)
    return found.loopback >= 0
      ? { reach: 'unknown', decidedAt: found.everywhere, exposedBy: found.everywhere }
      : { reach: 'everywhere', decidedAt: found.everywhere }
  if (found.loopback >= 0)
    return {
      reach: 'loopback',
      decidedAt: found.loopback,
      ...(found.setting >= 0 && { exposedBy: found.setting }),
    }
  // If the setting is missing, the library's default applies.
  return { reach: found.others === 0 && found.settings + found.none > 0 ? withoutValue : 'unknown', decidedAt: -1 }
}

/** True if an operator can override the default that a read returns. False if the program sets the name itself. */
function mayBeSet(context: ServerSurfaceContext, source: number): boolean {
  const { program } = context
  return (
    isSettingRead(context, source) ||
    program.op(source) === Op.Call ||
    optionDefaults(context, keyOfRead(context, source)).length > 0
  )
}

function keyOfRead(context: ServerSurfaceContext, source: number): string {
  const op = context.program.op(source)
  return op === Op.Load ? context.program.text(source, 1) : op === Op.Parameter ? parameterName(context, source) : ''
}

/** Returns a value's sources. If a source is a command-line option, returns the option's defaults. */
export function defaultsOf(context: ServerSurfaceContext, node: number): readonly number[] {
  return sourcesOf(context, node).flatMap((source) => {
    const declared = defaultOfRead(context, source)
    return declared.length === 0 ? [source] : declared
  })
}

function defaultOfRead(context: ServerSurfaceContext, source: number): readonly number[] {
  const { program } = context
  const op = program.op(source)
  if (op === Op.Call) {
    // `os.getenv('HOST', '0.0.0.0')`, `parser.get('host', '0.0.0.0')`. Later transformations of the string are ignored.
    const name = plainName(context, program.operand(source, 0))
    const [key, fallback] = positionalArguments(context, source)
    if (name !== undefined && /^(?:getenv|get|env|str|getEnv|config)$/.test(name) && key !== undefined) {
      const given = fallback ?? keywordArgument(context, source, 'default')
      if (given !== undefined) return sourcesOf(context, given)
      if (name === 'str') return sourcesOf(context, key)
    }
    const callee = program.operand(source, 0)
    if (
      program.op(callee) === Op.Load &&
      /^(?:split|trim|strip|lower|toLowerCase|toString)$/.test(program.text(callee, 1))
    )
      return defaultsOf(context, program.operand(callee, 0))
    return declaredDefault(context, source, name)
  }
  // `@click.option('--host', default='127.0.0.1')` passes the option by name.
  if (op === Op.Parameter) return optionDefaults(context, parameterName(context, source))
  if (op !== Op.Load) return []
  const given = givenByName(context, source)
  return given.length > 0 ? given : optionDefaults(context, program.text(source, 1))
}

/**
 * Returns the value of `settings.host` for `settings = Settings(host='0.0.0.0')`, if an external base class provides
 * the constructor.
 */
function givenByName(context: ServerSurfaceContext, load: number): readonly number[] {
  const { program, references } = context
  return sourcesOf(context, program.operand(load, 0))
    .filter(
      (source) =>
        (program.op(source) === Op.Call || program.op(source) === Op.New) &&
        references.classes(program.operand(source, 0)).length > 0,
    )
    .flatMap((source) => {
      const value = keywordArgument(context, source, program.text(load, 1))
      return value === undefined ? [] : sourcesOf(context, value)
    })
}

const declaringNames: ReadonlySet<string> = new Set(['Option', 'Field', 'field', 'default', 'Argument'])

/**
 * Handles `typer.Option('0.0.0.0', '--host')`, `Field(default='0.0.0.0')`, `z.string().default('0.0.0.0')`, and
 * `field(default_factory=lambda: os.getenv('HOST', '0.0.0.0'))`.
 */
function declaredDefault(context: ServerSurfaceContext, call: number, name: string | undefined): readonly number[] {
  if (name === undefined || !declaringNames.has(name)) return []
  const factory = keywordArgument(context, call, 'default_factory')
  if (factory !== undefined)
    return context.references
      .functions(factory)
      .flatMap((index) => context.program.functions[index]?.returns ?? [])
      .flatMap((returned) => defaultsOf(context, context.program.operand(returned, 0)))
  const [first] = positionalArguments(context, call)
  const given = keywordArgument(context, call, 'default') ?? first
  return given === undefined ? [] : sourcesOf(context, given)
}

/**
 * Returns the default in a command-line option's declaration: `.option('--host <host>', '…', '0.0.0.0')`,
 * `add_argument('--host', default='0.0.0.0')`.
 */
function optionDefaults(context: ServerSurfaceContext, key: string): readonly number[] {
  const { program, signs } = context
  const wanted = key.toLowerCase().replaceAll('_', '-')
  const found: number[] = []
  for (const name of optionCalls) {
    for (const call of (signs.calls.get(name) ?? []).slice(0, serverSurfaceLimits.maxCalls)) {
      const given = positionalArguments(context, call)
      const texts = given.map((one) => program.literalText(one))
      if (!texts.some((text) => text !== undefined && optionName(text) === wanted)) continue
      const byName = keywordArgument(context, call, 'default')
      const last = given.at(-1)
      const configured =
        last === undefined || program.op(last) !== Op.ObjectOf
          ? undefined
          : (propertiesOf(context, last).values.get('default') ??
            propertiesOf(context, last).values.get('defaultValue'))
      // In commander, the second argument is the description and the third the default.
      const value = byName ?? configured ?? (given.length === 3 && name === 'option' ? last : undefined)
      if (value !== undefined) found.push(...sourcesOf(context, value))
    }
  }
  return found.filter((source) => program.op(source) === Op.Literal)
}

export const optionCalls: readonly string[] = ['option', 'requiredOption', 'add_argument', 'add_option', 'addOption']

/** Returns `host` for `-h, --host <host>`, `--host`, and `host`. */
function optionName(text: string): string {
  return (/--([\w-]+)/.exec(text)?.[1] ?? text).toLowerCase().replaceAll('_', '-')
}

/** True if a value is read from the environment, where it may be missing. */
export function isSettingRead({ program, references }: ServerSurfaceContext, node: number): boolean {
  const op = program.op(node)
  if (op === Op.Load || op === Op.LoadDynamic) {
    const holder = program.operand(node, 0)
    return (
      isEnvironment(references.externals(holder)) ||
      isEnvironment(references.externals(node)) ||
      (program.op(holder) === Op.Load && program.text(holder, 1) === 'env')
    )
  }
  return (
    op === Op.Call &&
    references
      .externals(program.operand(node, 0))
      .some((name) => /^os\.(?:getenv|environ\.get)$|^Deno\.env\.get$/.test(name))
  )
}

const isEnvironment = (names: readonly string[]) =>
  names.some((name) => /^(?:process|Bun)\.env(?:\.|$)|^os\.environ(?:\.|$)/.test(name))
