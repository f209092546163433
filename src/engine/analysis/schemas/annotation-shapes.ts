import { dataflowLimits } from '../dataflow-limits.ts'
import { MemberFlag, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { ProgramFile } from '../program/program-parts.ts'
import { allKinds, type TaintMask } from '../taint-kind.ts'
import { annotatedAlias, validatorsInText } from './annotated-validators.ts'
import { fieldValidators } from './field-validators.ts'
import type { KnownProgram } from './known-program.ts'
import { patternMask } from './pattern-mask.ts'
import { classOf } from './classes-by-name.ts'
import { exportedNames } from './exported-names.ts'
import { calledName, definitionOf, definitionsOf, keywordArgument, type Steps, textOf } from './schema-steps.ts'
import { formatMasks } from './schema-words.ts'
import {
  anyShape,
  anyTextShape,
  eitherShape,
  harmlessShape,
  listShape,
  narrowedShape,
  objectShape,
  type Refinement,
  type Shape,
} from './shape.ts'
import { readTypeText, type TypeText } from './type-text.ts'

const harmlessNames: ReadonlySet<string> = new Set([
  'int',
  'float',
  'bool',
  'complex',
  'None',
  'NoneType',
  'Literal',
  'LiteralString',
  'Decimal',
  'Fraction',
  'UUID',
  'UUID1',
  'UUID3',
  'UUID4',
  'UUID5',
  'UUID6',
  'UUID7',
  'datetime',
  'date',
  'time',
  'timedelta',
  'timezone',
  'PositiveInt',
  'NegativeInt',
  'NonNegativeInt',
  'NonPositiveInt',
  'PositiveFloat',
  'NegativeFloat',
  'NonNegativeFloat',
  'NonPositiveFloat',
  'FiniteFloat',
  'StrictInt',
  'StrictFloat',
  'StrictBool',
  'conint',
  'confloat',
  'condecimal',
  'condate',
  'AwareDatetime',
  'NaiveDatetime',
  'PastDate',
  'FutureDate',
  'PastDatetime',
  'FutureDatetime',
  'ByteSize',
  'Enum',
  'IntEnum',
  'StrEnum',
  'Flag',
  'IntFlag',
])
/** Types whose values are text. */
const textNames: ReadonlySet<string> = new Set(['str', 'bytes', 'Path', 'AnyUrl', 'HttpUrl', 'SecretStr'])
const formatNames: ReadonlyMap<string, TaintMask> = new Map([
  ...[
    'IPv4Address',
    'IPv6Address',
    'IPvAnyAddress',
    'IPv4Network',
    'IPv6Network',
    'IPvAnyNetwork',
    'IPvAnyInterface',
  ].map((name) => [name, formatMasks.get('ip') ?? allKinds] as const),
  ['EmailStr', formatMasks.get('email') ?? allKinds] as const,
])
const wrapperNames: ReadonlySet<string> = new Set([
  'Optional',
  'Union',
  'Annotated',
  'Required',
  'NotRequired',
  'ReadOnly',
  'Final',
  'ClassVar',
])
const listNames: ReadonlySet<string> = new Set([
  'list',
  'List',
  'Sequence',
  'MutableSequence',
  'set',
  'Set',
  'frozenset',
  'FrozenSet',
  'tuple',
  'Tuple',
  'Iterable',
  'Collection',
  'deque',
  'conlist',
  'conset',
])
const recordNames: ReadonlySet<string> = new Set([
  'dict',
  'Dict',
  'Mapping',
  'MutableMapping',
  'OrderedDict',
  'defaultdict',
])

/**
 * Returns the shape of a value that pydantic or FastMCP validated against a Python type hint. `file` contains the hint.
 */
export function hintShape(
  known: KnownProgram,
  hint: string,
  file: ProgramFile | undefined,
  steps: Steps = { left: dataflowLimits.maxTypeParts },
): Shape | undefined {
  const type = readTypeText(hint)
  return type && shapeOfType(known, type, { file, depth: 0, steps })
}

interface Place {
  readonly file: ProgramFile | undefined
  readonly depth: number
  readonly steps: Steps
}

function shapeOfType(known: KnownProgram, type: TypeText, { file, depth, steps }: Place): Shape | undefined {
  if (depth > dataflowLimits.maxTypeDepth || (steps.left -= 1) < 0) return undefined
  const inner = (one: TypeText | undefined) =>
    (one && shapeOfType(known, one, { file, depth: depth + 1, steps })) ?? anyShape
  if (type.choices.length > 0) return type.choices.map(inner).reduce(eitherShape)
  const name = type.name.slice(type.name.lastIndexOf('.') + 1)
  if (harmlessNames.has(name)) return harmlessShape
  if (textNames.has(name)) return anyTextShape
  const format = formatNames.get(name)
  if (format !== undefined) return { carries: format }
  if (name === 'Annotated' || name === 'constr')
    return refined(narrowedByText(inner(type.parts[0]), type.text), validatorsInText(known, type.text, file))
  if (name === 'Union') return type.parts.map(inner).reduce(eitherShape, harmlessShape)
  if (wrapperNames.has(name)) return inner(type.parts[0])
  if (listNames.has(name))
    return listShape(
      type.parts.length === 0
        ? anyShape
        : type.parts
            .filter((part) => part.text !== '...')
            .map(inner)
            .reduce(eitherShape, harmlessShape),
    )
  if (recordNames.has(name))
    return type.parts.length === 0 ? anyShape : recordShape(inner(type.parts[0]), inner(type.parts[1]))
  const index = classOf(known.program, name, file)
  if (index !== undefined) return classShape(known, index, steps, depth + 1)
  const alias = annotatedAlias(known, name, file)
  if (alias) return refined(inner(readTypeText(lastWord(known.program, alias.type))), alias.refinements)
  const named = file && exportedNames(known.program, file).get(type.name)
  return named === undefined ? undefined : shapeOfAlias(known, named, steps, depth + 1)
}

/** Returns the last name of a type that is a program value. */
const lastWord = (program: Program, node: number) =>
  program.op(node) === Op.Global ? program.text(node, 0) : program.op(node) === Op.Load ? program.text(node, 1) : ''

function refined(shape: Shape, refinements: readonly Refinement[]): Shape {
  return refinements.length === 0 ? shape : { ...shape, refinements: [...(shape.refinements ?? []), ...refinements] }
}

/** Returns the shape of a type alias that another module defines: `Kind = Literal['a', 'b']`. */
function shapeOfAlias(known: KnownProgram, node: number, steps: Steps, depth: number): Shape | undefined {
  const { program, references } = known
  const alias = definitionOf(known, node)
  if (alias === undefined || depth > dataflowLimits.maxTypeDepth || (steps.left -= 1) < 0) return undefined
  if (program.op(alias) === Op.Class) return classShape(known, program.operand(alias, 0), steps, depth + 1)
  if (program.op(alias) !== Op.LoadDynamic) return undefined
  const [form] = references.externals(program.operand(alias, 0))
  const name = form?.slice(form.lastIndexOf('.') + 1)
  if (name === 'Literal') return harmlessShape
  const inner = program.operand(alias, 1)
  if (name === 'Optional') return shapeOfAlias(known, inner, steps, depth + 1)
  const first = program.op(inner) === Op.ArrayOf ? program.operand(inner, 0) : -1
  return name === 'Annotated' && first >= 0 ? shapeOfAlias(known, first, steps, depth + 1) : undefined
}

function recordShape(keys: Shape, values: Shape): Shape {
  return { carries: keys.carries | values.carries, others: values }
}

/** Handles `Annotated[str, Field(pattern=r"^[a-z]+$")]` and `constr(pattern="^a$")`. */
function narrowedByText(shape: Shape, text: string): Shape {
  const pattern = /\b(?:pattern|regex)\s*=\s*r?(?:"([^"]*)"|'([^']*)')/.exec(text)
  const found = pattern?.[1] ?? pattern?.[2]
  if (found === undefined) return shape
  return narrowedShape(shape, patternMask(found, ''))
}

/** Returns the taint kinds allowed by the constraints in a parameter's or field's default value: `Field(pattern=…)`. */
export function fieldMask(known: KnownProgram, node: number): TaintMask {
  const [definition] = definitionsOf(known, node)
  if (
    definition === undefined ||
    !['Field', 'Query', 'Path', 'Body', 'Form'].includes(calledName(known, definition) ?? '')
  )
    return allKinds
  const pattern = keywordArgument(known, definition, 'pattern') ?? keywordArgument(known, definition, 'regex')
  const text = pattern === undefined ? undefined : textOf(known, pattern)
  return text === undefined ? allKinds : patternMask(text, '')
}

/** Returns the shape of a Python class instance, based on its fields, or of an enum. Undefined for any other class. */
export function classShape(
  known: KnownProgram,
  index: number,
  steps: Steps = { left: dataflowLimits.maxTypeParts },
  depth = 0,
): Shape | undefined {
  const { program, references } = known
  const found = program.classes[index]
  const file = found && program.files[found.file]
  if (
    !found ||
    !file?.semantics.values.checksAnnotations ||
    depth > dataflowLimits.maxTypeDepth ||
    (steps.left -= 1) < 0
  )
    return undefined
  const fields = new Map<string, Shape>()
  let isModel = false
  for (const base of found.bases) {
    const names = references.externals(base)
    if (names.some((name) => /(?:^|\.)(?:Int|Str)?(?:Enum|Flag)$/.test(name))) return harmlessShape
    isModel ||= names.some((name) => /(?:^|\.)(?:BaseModel|SQLModel|TypedDict|NamedTuple|BaseSettings)$/.test(name))
    for (const definition of definitionsOf(known, base)) {
      const inherited =
        program.op(definition) === Op.Class
          ? classShape(known, program.operand(definition, 0), steps, depth + 1)
          : undefined
      if (inherited && !inherited.fields) return inherited
      for (const [name, shape] of inherited?.fields ?? []) fields.set(name, shape)
    }
  }
  const validators = fieldValidators(known, index)
  for (const [name, hint] of found.fieldTypes) {
    const type = readTypeText(hint)
    const shape = (type && shapeOfType(known, type, { file, depth: depth + 1, steps })) ?? anyShape
    const value = found.members.find(
      ({ key, flags }) => key === name && (flags & (MemberFlag.getter | MemberFlag.setter)) === 0,
    )
    const narrowed = value ? narrowedShape(shape, fieldMask(known, value.value)) : shape
    const refinements = validators
      .filter(({ fields: names }) => names.includes(name) || names.includes('*'))
      .map(({ refinement }) => refinement)
    fields.set(name, refinements.length === 0 ? narrowed : { ...narrowed, refinements })
  }
  if (fields.size === 0 && !isModel) return undefined
  const refinements = validators.filter(({ fields: names }) => names.length === 0).map(({ refinement }) => refinement)
  const shape = objectShape(fields, harmlessShape)
  return refinements.length === 0 ? shape : { ...shape, refinements }
}

/** True if creating an instance validates its fields. Pydantic models do this, but dataclasses do not. */
export function isCheckedClass(known: KnownProgram, index: number, depth = 0): boolean {
  const { program, references } = known
  const found = program.classes[index]
  if (!found || depth > dataflowLimits.maxTypeDepth || !program.files[found.file]?.semantics.values.checksAnnotations)
    return false
  return found.bases.some(
    (base) =>
      references.externals(base).some((name) => /(?:^|\.)(?:BaseModel|SQLModel|RootModel)$/.test(name)) ||
      definitionsOf(known, base).some(
        (one) => program.op(one) === Op.Class && isCheckedClass(known, program.operand(one, 0), depth + 1),
      ),
  )
}
