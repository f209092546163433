import { Op } from '../../ir/operations.ts'
import { readsCodeFromInput } from '../../models/sinks/programs.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { readsEntities } from './external-entities.ts'
import { isNamedElsewhere } from './named-members.ts'
import { givenValue, givenValues, isOn, optionValues } from './call-arguments.ts'
import { hasAllFunctions, isEvaluatedUnread } from './formulas.ts'
import { inputRunBy } from './interpreter-inputs.ts'
import { asksForOlder, type SinkContext } from './sink-context.ts'
import type { SinkCondition } from './sink-model.ts'
import { literalParts, openingTexts, wordsOf } from './value-words.ts'

/** Reports whether a call with this value satisfies a model's condition. */
type Holds = (known: SinkContext, call: number, value: number) => boolean

/** Keywords at the start of database statements that no English sentence starts with. */
const statement = new RegExp(
  String.raw`^[\s(]*(?:insert\s+(?:or\s+\w+\s+)?into|delete\s+from|replace\s+into|` +
    String.raw`create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:unique\s+)?(?:table|view|index|database|` +
    String.raw`schema|user|role)|alter\s+(?:table|user|database|role)|` +
    String.raw`drop\s+(?:table|view|index|database|schema|user|role)|truncate\s+table|` +
    String.raw`with\s+(?:recursive\s+)?\w+\s+as\s*\(|explain\s+(?:analyze|select|query)|` +
    String.raw`show\s+(?:tables|databases|columns|create|index|full|schemas|variables|processlist)|pragma\s|` +
    String.raw`match\s*\(|merge\s*\(|optional\s+match|detach\s+delete|unwind\s)`,
  'i',
)

/**
 * Keywords that English sentences also start with. A string that starts with one counts as a statement only if the
 * keyword is in uppercase or if statement syntax follows.
 */
const capitals = /^[\s(]*(?:SELECT|UPDATE|DESCRIBE|EXPLAIN|CALL|USE|COPY|ATTACH|GRANT|REVOKE)(?:\s|$)/
/** Starts of queries in other languages: GraphQL, Kusto, SPARQL, Flux, and service-specific search languages. */
const otherStatement = new RegExp(
  String.raw`^\s*(?:(?:query|mutation|subscription)\b[\w\s($:!,)\[\]]*\{|prefix\s+\w*:|from\(bucket:|find\s*\{|` +
    String.raw`(?:ask|construct)\s*(?:where\s*)?\{|fetch\s+\w+\s*\||\w+\s*\|\s*(?:where|take|summarize|project|` +
    String.raw`extend|filter|fields|stats|count|limit|sort|top|join)\b)`,
  'i',
)
const following = /^[\s(]*(?:select\b[^]*\bfrom\b|update\b[^]*\bset\b)/i

function isStatement(parts: readonly string[]): boolean {
  return (
    parts.some((part) => statement.test(part) || capitals.test(part) || otherStatement.test(part)) ||
    following.test(parts.join(' '))
  )
}

/** Middleware and settings that remove document database operators from requests. */
const operatorFilters = ['express-mongo-sanitize', '@exortek/express-mongo-sanitize', 'sanitizeFilter']

/** Returns the receiver of a method call, or -1 for other calls. */
const receiverOf = ({ program }: KnownProgram, call: number) =>
  program.op(program.operand(call, 0)) === Op.Load ? program.operand(program.operand(call, 0), 0) : -1

/** True for `f.bind(null, value)`. */
const isBound = (program: KnownProgram['program'], node: number) =>
  program.op(node) === Op.Call &&
  program.op(program.operand(node, 0)) === Op.Load &&
  program.text(program.operand(node, 0), 1) === 'bind'

const isEnvironmentFile = (known: KnownProgram, file: number) =>
  file >= 0 && literalParts(known, file).some((part) => /\.env(?:\.[\w.]+)?$/.test(part))

/** Maximum number of uses to follow in a chain. */
const maxUseDepth = 4

/** Reports whether the program calls a value or one of its methods. */
export function isCalled(program: KnownProgram['program'], value: number, depth = 0): boolean {
  return [...program.users(value)].some((user) => {
    const op = program.op(user)
    if (op === Op.Call) return program.operand(user, 0) === value
    if (depth >= maxUseDepth) return false
    if (op === Op.Load) return program.operand(user, 0) === value && isCalled(program, user, depth + 1)
    return (op === Op.Phi || op === Op.Await || op === Op.Capture) && isCalled(program, user, depth + 1)
  })
}

/** Reports whether an object literal has no spread and does not set the `shell` option. */
function isClosed(program: KnownProgram['program'], object: number): boolean {
  if (program.op(object) !== Op.ObjectOf) return false
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    if (program.op(entry) !== Op.Property || program.text(entry, 0) === 'shell') return false
  }
  return true
}

const objects: ReadonlySet<Op> = new Set<Op>([Op.ObjectOf])
const containers: ReadonlySet<Op> = new Set<Op>([Op.ObjectOf, Op.ArrayOf])

/**
 * Reports whether every definition of a value is a literal of one of these kinds. One definition is not enough, because
 * a caller that passes an object must not hide the text that another caller passes.
 */
function isLiteralOf({ program, references }: KnownProgram, value: number, kinds: ReadonlySet<Op>): boolean {
  const origins = references.origins(value)
  return (origins.length === 0 ? [value] : origins).every((one) => kinds.has(program.op(one)))
}

/** Reports whether the receiver is a prepared statement. The arguments are then bound as parameters. */
function isOfPrepared({ program, references }: KnownProgram, call: number): boolean {
  const callee = program.operand(call, 0)
  if (references.externals(callee).some((name) => /\.prepare(?:Sync|dStatement)?\(\)\./i.test(name))) return true
  if (program.op(callee) !== Op.Load) return false
  const receiver = program.operand(callee, 0)
  const stored =
    program.op(receiver) === Op.Load
      ? references.attribute(program.operand(receiver, 0), program.text(receiver, 1))
      : []
  return [receiver, ...references.origins(receiver), ...stored].some((made) => isPreparing(program, made))
}

/** True for a call such as `db.prepare('SELECT …')`. */
function isPreparing(program: KnownProgram['program'], made: number): boolean {
  const method = program.op(made) === Op.Call ? program.operand(made, 0) : -1
  return program.op(method) === Op.Load && /^prepare(?:Sync|dStatement)?$/i.test(program.text(method, 1))
}

/** Reports whether a string starts with a constant program name and a space, and the program is not a shell. */
function namesProgram(known: KnownProgram, value: number): boolean {
  const openings = openingTexts(known, value)
  return (
    openings?.every((text) => /^\s*[\w./-]+\s/.test(text) && !/^\s*(?:\S*\/)?(?:ba|da|z|k)?sh\s/.test(text)) === true
  )
}

/** Implementations of the conditions that a model can require. */
export const sinkConditions: Readonly<Record<SinkCondition, Holds>> = {
  /** The `shell` option may be on. */
  'shell-option': (known, call) => isOn(known, call, 'shell'),
  /** The value is neither a function nor the result of `bind`. */
  text: ({ program, references }, _call, value) =>
    references.functions(value).length === 0 &&
    program.op(value) !== Op.Closure &&
    ![value, ...references.origins(value)].some((one) => isBound(program, one)),
  /** The value is not an object literal, whose fields have their own models. */
  'no-object': (known, _call, value) => !isLiteralOf(known, value, objects),
  /** The value may be a file name, because neither its type nor its name indicates file content. */
  'names-file': (known, _call, value) => {
    const { references } = known
    const names = [value, ...references.origins(value)].flatMap((one) => references.externals(one))
    return (
      !names.some((name) => /Buffer|BytesIO|StringIO|Uint8Array|Blob|readFile|^ffmpeg\./.test(name)) &&
      !/\b(?:buffer|bytes|blob|stream|buf|bio|body|content)\b/.test(wordsOf(known, value))
    )
  },
  /** The value can name a module in any package. False if it starts with a constant package name. */
  'any-package': (known, _call, value) =>
    openingTexts(known, value)?.every((opening) => opening.endsWith('.')) !== true,
  /** A constant part of the value is the start of a statement. */
  'query-text': (known, call, value) => !isOfPrepared(known, call) && isStatement(literalParts(known, value)),
  /**
   * The value is not an object literal, and the receiver is not a prepared statement. A prepared statement would bind
   * the value as a parameter.
   */
  statement: (known, call, value) => !isLiteralOf(known, value, objects) && !isOfPrepared(known, call),
  /** The value may be query text: it is not an object, a function, or a cache key. */
  'no-query-object': (known, _call, value) =>
    known.references.functions(value).length === 0 && !isLiteralOf(known, value, containers),
  /** A constant part of the value contains markup. */
  markup: (known, _call, value) => literalParts(known, value).some((part) => /<[a-z!/]/i.test(part)),
  /** No `root` option restricts the file to a folder. */
  'no-root-option': (known, call) => optionValues(known, call, 'root').length === 0,
  /** The callee is imported from a module and is not a browser function. */
  imported: ({ program, references }, call) =>
    !references.origins(program.operand(call, 0)).some((origin) => program.op(origin) === Op.Global) &&
    program.op(program.operand(call, 0)) !== Op.Global,
  /** The schema can construct more than plain values. If none is given, js-yaml does so in versions before 4. */
  'unsafe-schema': (known, call) => {
    const schemas = optionValues(known, call, 'schema')
    return schemas.length === 0
      ? asksForOlder(known, 'js-yaml', 4)
      : schemas.some((value) => known.references.externals(value).some((name) => /FULL|js-types|UNSAFE/i.test(name)))
  },
  /** No loader restricts the result to plain values. */
  'unsafe-loader': (known, call) => {
    const loader = givenValue(known, call, 1, 'Loader')
    return loader === undefined || !isSafeLoader(known, loader.value)
  },
  /** The receiver is configured to construct objects of any class: `YAML(typ='unsafe')`. */
  'unsafe-type': (known, call) => {
    const made = known.references
      .origins(receiverOf(known, call))
      .filter((origin) => known.program.op(origin) === Op.Call)
    return made.some((one) =>
      literalParts(known, givenValue(known, one, 0, 'typ')?.value ?? -1).some((part) => part === 'unsafe'),
    )
  },
  'weights-not-alone': (known, call) => !isOn(known, call, 'weights_only'),
  /** The template environment is not sandboxed. */
  'no-sandbox': ({ program, references }, call) =>
    !references.externals(program.operand(call, 0)).some((name) => name.includes('Sandbox')),
  'one-argument': (known, call) => givenValues(known, call).length === 1,
  /** The name of the header is `Location`. */
  'location-header': (known, call) =>
    literalParts(known, givenValue(known, call, 0)?.value ?? call).some((part) => part.toLowerCase() === 'location'),
  /** The written file has the name of an environment file. */
  'environment-file': (known, call) => isEnvironmentFile(known, givenValue(known, call, 0)?.value ?? -1),
  /** The receiver is an environment file. */
  'environment-receiver': (known, call) => isEnvironmentFile(known, receiverOf(known, call)),
  /** No filter restricts the entries of the archive. */
  unfiltered: (known, call) =>
    !optionValues(known, call, 'filter').some(
      (value) =>
        literalParts(known, value).some((part) => part === 'data' || part === 'tar') ||
        known.references.externals(value).some((name) => /data_filter|tar_filter/.test(name)),
    ),
  /** The value's constant text or its name indicates a URL. */
  'address-text': (known, _call, value) =>
    literalParts(known, value).some((part) => part.includes('://')) ||
    /\b(?:urls?|uris?|endpoint|address|href|links?)\b/.test(wordsOf(known, value)),
  /** The program calls the result or one of its methods, and does not contain the names of all candidate functions. */
  called: (known, call, value) =>
    isCalled(known.program, call) && !isNamedElsewhere(known, known.program.operand(call, 1), value),
  /** Nothing in the program removes operators from requests or queries. */
  'operators-allowed': ({ program }) => !operatorFilters.some((name) => program.stringIndex(name) >= 0),
  'all-functions': ({ program }) => hasAllFunctions(program),
  'unread-tree': isEvaluatedUnread,
  /**
   * The value is neither a list nor a command string that starts with the constant name of a program other than a
   * shell.
   */
  'no-named-program': (known, _call, value) => !isLiteralOf(known, value, containers) && !namesProgram(known, value),
  /** The value is a command string that starts with the constant name of a program other than a shell. */
  'named-program': (known, _call, value) => namesProgram(known, value),
  /** The options are not a complete object literal, or the literal sets `shell`. */
  'open-options': (known, _call, value) =>
    [value, ...known.references.origins(value)].some((one) => !isClosed(known.program, one)) &&
    !known.references.objects(value).some((one) => isClosed(known.program, one)),
  /** The parser resolves external entities. */
  'external-entities': (known, call) => readsEntities(known, call),
  /** The started program reads commands or code from its input. */
  'shell-input': (known, call) => inputRunBy(known, call) === 'shell',
  'code-input': (known, call) => inputRunBy(known, call) === 'code',
  /**
   * The receiver is a process that reads code, judging by its program name or, if that is unknown, by the written
   * lines.
   */
  'interpreter-input': (known, call, value) => {
    const { program, references } = known
    const receiver = receiverOf(known, call)
    const made = references.origins(receiver).filter((origin) => program.op(origin) === Op.Call)
    const names = made.flatMap((one) => literalParts(known, givenValue(known, one, 0)?.value ?? one))
    return (
      names.some((name) => readsCodeFromInput.test(name)) ||
      (made.length > 0 &&
        !names.some((name) => !name.startsWith('-')) &&
        literalParts(known, value).some((part) => part.includes('\n')))
    )
  },
}

/** Reports whether a loader constructs only plain values. The loader may be a subclass defined in the program. */
function isSafeLoader(known: KnownProgram, value: number, depth = 0): boolean {
  const { program, references } = known
  return (
    references.externals(value).some((name) => /Safe|Base/.test(name)) ||
    (depth < 3 &&
      references
        .classes(value)
        .some((index) => program.classes[index]?.bases.some((base) => isSafeLoader(known, base, depth + 1)) === true))
  )
}
