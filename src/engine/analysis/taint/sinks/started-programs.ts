import { git, gitCommands, type Starter, starters, type Style } from '../../models/sinks/starters.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { ArgumentLists, ListedArgument } from './argument-lists.ts'
import { givenValue, givenValues, type GivenValue, isOn, optionValues } from './call-arguments.ts'
import { canonicalName } from './canonical-names.ts'
import { pairedLists } from './paired-lists.ts'
import { programArguments, programsNamed } from './program-arguments.ts'
import type { SinkUse } from './sink.ts'
import { openingTexts } from './value-words.ts'

const byCallee = new Map(starters.map((starter) => [starter.callee, starter]))

/** Canonical name of a function that starts a program, in any language. */
interface StartingName {
  readonly name: string
  readonly starter: Starter | undefined
}

/** Results by program and name. Cached, because most calls repeat a known name that starts no program. */
const startingNames = new WeakMap<KnownProgram['program'], Map<string, StartingName | null>>()

function startingName(external: string): StartingName | null {
  const name = canonicalName(external)
  const starter = byCallee.get(name)
  return starter || gitCommands.name.test(name) ? { name, starter } : null
}

function starterOf(
  { program, references }: KnownProgram,
  call: number,
): { readonly name: string; readonly style: Style } | undefined {
  const externals = references.externals(program.operand(call, 0))
  if (externals.length === 0) return undefined
  const names = startingNames.get(program) ?? new Map<string, StartingName | null>()
  startingNames.set(program, names)
  for (const external of externals) {
    let known = names.get(external)
    if (known === undefined) names.set(external, (known = startingName(external)))
    if (known === null) continue
    const { name, starter } = known
    const { libraries } = program.fileOf(call).semantics
    if (starter && starter.language === libraries) return { name, style: starter.style }
    if (gitCommands.language === libraries && gitCommands.name.test(name)) return { name, style: git }
  }
  return undefined
}

/** Returns the sinks of a call that starts a program. Undefined for any other call. */
export function startedProgram(known: KnownProgram, lists: ArgumentLists, call: number): SinkUse[] | undefined {
  const starter = starterOf(known, call)
  if (!starter) return undefined
  const { name, style } = starter
  const first = givenValue(known, call, 0, 'args')
  const environment = environmentUses(known, call, name)
  if (!first) return environment
  const second = style === 'program, list' ? givenValue(known, call, 1, 'args') : undefined
  if (isOn(known, call, 'shell'))
    return [
      ...environment,
      shellReads(call, name, first),
      ...(second ? shellListUses(known, lists, { call, name, first, second }) : []),
    ]
  // In `repo.git.add('--', *files)`, all arguments belong to one command.
  if (typeof style === 'object' && gitCommands.name.test(name))
    return lists
      .given(call, 1)
      .flatMap((list) => programArguments(known, { call, name, programs: [style.program], list, within: -1 }))
  if (typeof style === 'object')
    return givenValues(known, call).flatMap((given) =>
      listsOf(lists, given, call).flatMap((list) =>
        programArguments(known, { call, name, programs: [style.program], list, within: given.value }),
      ),
    )
  // In `create_subprocess_exec(*command)`, the program is the first element of the spread list.
  const isSpread = style === 'program, arguments' && first.at.length > 0
  if (style === 'list' || isSpread)
    return [
      ...environment,
      ...(isSpread ? lists.given(call, 1) : listsOf(lists, first, call)).flatMap(([program, ...list]) =>
        program
          ? [
              ...programUse(known, call, name, program),
              ...programArguments(known, {
                call,
                name,
                programs: program.literal === undefined ? programsNamed(known, program.value) : [program.literal],
                list: program.at.length > 0 ? [program] : list,
                within: first.value,
              }),
            ]
          : [],
      ),
    ]
  const programs = first.at.length > 0 ? undefined : programsNamed(known, first.value)
  const paired =
    style === 'program, list' && second && second.at.length === 0 && first.at.length === 0
      ? pairedLists(known, lists, { program: first.value, list: second.value })
      : undefined
  if (paired && second)
    return [
      ...environment,
      ...programUse(known, call, name, { ...first, literal: undefined, takenBy: call }),
      ...paired.flatMap((pair) => programArguments(known, { call, name, ...pair, within: second.value })),
    ]
  const given = style === 'program, list' ? (second ? listsOf(lists, second, call) : []) : lists.given(call, 2)
  const argumentLists = name.startsWith('os.exec') ? given.map((list) => list.slice(1)) : given
  return [
    ...environment,
    ...programUse(known, call, name, { ...first, literal: undefined, takenBy: call }),
    ...argumentLists.flatMap((list) =>
      programArguments(known, { call, name, programs, list, within: second?.value ?? -1 }),
    ),
  ]
}

/** Returns the lists that an argument may refer to. Some functions also accept a string; it becomes a separate list. */
function listsOf(
  lists: ArgumentLists,
  { value, at }: GivenValue,
  call: number,
): readonly (readonly ListedArgument[])[] {
  return at.length > 0 ? [[{ value, at: [...at, '*'], literal: undefined, takenBy: call }]] : lists.lists(value, call)
}

/** Returns the sink for the program name, unless the name is the constant first word of a string. */
function programUse(
  known: KnownProgram,
  call: number,
  name: string,
  { value, at, takenBy, literal }: ListedArgument,
): SinkUse[] {
  if (literal !== undefined || isFirstConstantWord(known, value)) return []
  return [
    {
      kind: 'process',
      node: call,
      value,
      at: at.map((key) => (key === '*' ? '0' : key)),
      takenBy,
      model: name,
      effect: 'starts a program',
    },
  ]
}

/** True for `text.split(' ')[0]` if the string starts with a program name and a space. */
function isFirstConstantWord(known: KnownProgram, value: number): boolean {
  const { program, references } = known
  const origins = references.origins(value)
  return (origins.length === 0 ? [value] : origins).every((origin) => {
    const op = program.op(origin)
    if (op !== Op.LoadDynamic && op !== Op.Load && op !== Op.Call) return op === Op.Literal
    const inner = op === Op.Call ? program.operand(program.operand(origin, 0), 0) : program.operand(origin, 0)
    if (inner < 0 || inner >= origin) return false
    return references.origins(inner).some((split) => {
      if (program.op(split) !== Op.Call) return false
      const load = program.operand(split, 0)
      const text =
        program.op(load) === Op.Load && program.text(load, 1) === 'split'
          ? program.operand(load, 0)
          : program.operand(split, 1)
      return text >= 0 && openingTexts(known, text)?.every((opening) => /^\S+\s/.test(opening)) === true
    })
  })
}

/** Returns the sink for a command string, or for a list of its parts. */
function shellReads(call: number, name: string, { value, at }: GivenValue): SinkUse {
  return {
    kind: 'command',
    node: call,
    value,
    at,
    model: name,
    effect: 'runs a shell command',
  }
}

/**
 * Returns sinks for a list that a shell may read. With `shell: isWindows` and `isWindows ? list.map(quote) : list`, the
 * option and the list depend on the same condition. The shell then reads only the first list, and the program only the
 * second.
 */
function shellListUses(
  known: KnownProgram,
  lists: ArgumentLists,
  {
    call,
    name,
    first,
    second,
  }: { readonly call: number; readonly name: string; readonly first: GivenValue; readonly second: GivenValue },
): SinkUse[] {
  const { program } = known
  const [condition, another] = optionValues(known, call, 'shell')
  if (program.op(second.value) !== Op.Phi || second.at.length > 0 || condition === undefined || another !== undefined)
    return [shellReads(call, name, second)]
  const found: SinkUse[] = []
  for (let index = 0, count = program.operandCount(second.value); index < count; index += 2) {
    const [value, region] = [program.operand(second.value, index), program.operand(second.value, index + 1)]
    const isOff = program.regionKinds[region] === RegionKind.unless && program.regionConditions[region] === condition
    if (!isOff) found.push({ ...shellReads(call, name, { value, at: [] }), takenBy: second.value })
    else {
      const pairs =
        pairedLists(known, lists, { program: first.value, list: value }) ??
        listsOf(lists, { value, at: [] }, call).map((list) => ({
          programs: first.at.length > 0 ? undefined : programsNamed(known, first.value),
          list,
        }))
      found.push(...pairs.flatMap((pair) => programArguments(known, { call, name, ...pair, within: value })))
    }
  }
  return found
}

/**
 * Returns sinks for environment variables whose names may be untrusted because an object is passed or spread as a
 * whole.
 */
function environmentUses(known: KnownProgram, call: number, name: string): SinkUse[] {
  const { program, references } = known
  const found: SinkUse[] = []
  const add = (value: number, takenBy: number) => {
    if (
      !references.externals(value).some((one) => one === 'process.env' || one === 'os.environ') &&
      !isBuilt(known, value)
    )
      found.push({
        kind: 'environment',
        node: call,
        value,
        at: ['*'],
        takenBy,
        model: name,
        effect: 'starts a program with environment variables',
      })
  }
  for (const option of optionValues(known, call, 'env')) {
    const objects = references.objects(option).filter((object) => program.op(object) === Op.ObjectOf)
    if (objects.length === 0) add(option, call)
    for (const object of objects)
      for (let index = 0, count = program.operandCount(object); index < count; index += 1)
        if (program.op(program.operand(object, index)) === Op.Spread)
          add(program.operand(program.operand(object, index), 0), object)
  }
  return found
}

/**
 * True for an object built from pairs, either here or in a called project function. In that case, the program chooses
 * the variable names.
 */
function isBuilt({ program, references }: KnownProgram, value: number): boolean {
  return references
    .origins(value)
    .flatMap((origin) =>
      references
        .callees(origin)
        .flatMap((callee) => (program.functions[callee]?.returns ?? []).map((returned) => program.operand(returned, 0)))
        .concat(origin),
    )
    .some(
      (made) =>
        program.op(made) === Op.Call && references.externals(program.operand(made, 0)).includes('Object.fromEntries'),
    )
}
