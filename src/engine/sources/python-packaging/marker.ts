import { normalProjectName } from './project-name.ts'
import { InvalidRequirement, type RequirementText } from './requirement-text.ts'
import { allowsVersion, parseSpecifiers } from './specifier.ts'
import { parsePythonVersion } from './version.ts'

/** Marker environment variables except `extra`, https://peps.python.org/pep-0508/#environment-markers. */
export const markerVariables = [
  'os_name',
  'sys_platform',
  'platform_machine',
  'platform_python_implementation',
  'platform_release',
  'platform_system',
  'platform_version',
  'python_version',
  'python_full_version',
  'implementation_name',
  'implementation_version',
] as const
export type MarkerVariable = (typeof markerVariables)[number]
export type MarkerEnvironment = Readonly<Record<MarkerVariable, string>>

type Operand = { readonly literal: string } | { readonly variable: MarkerVariable | 'extra' }
type Operator = '===' | '~=' | '==' | '!=' | '<=' | '>=' | '<' | '>' | 'in' | 'not in'

/** Condition on the environment. */
export type Marker =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Marker[] }
  | { readonly kind: 'comparison'; readonly left: Operand; readonly operator: Operator; readonly right: Operand }

/** Variable names from before PEP 508, which old packages still use. */
const oldNames: Readonly<Record<string, MarkerVariable>> = {
  'os.name': 'os_name',
  'sys.platform': 'sys_platform',
  'platform.version': 'platform_version',
  'platform.machine': 'platform_machine',
  'platform.python_implementation': 'platform_python_implementation',
  python_implementation: 'platform_python_implementation',
}

/** Maximum nesting of parentheses. Real markers have two levels. */
const deepestNesting = 50

/** Parses `A or B`. `and` has higher precedence. Throws InvalidRequirement. */
export function readMarker(text: RequirementText, depth = 0): Marker {
  if (depth > deepestNesting) throw new InvalidRequirement(`nests conditions more than ${deepestNesting} levels deep`)
  return readList(text, 'or', () => readList(text, 'and', () => readCondition(text, depth)))
}

function readList(text: RequirementText, kind: 'and' | 'or', readPart: () => Marker): Marker {
  const first = readPart()
  const parts = [first]
  const word = kind === 'and' ? /and\b/y : /or\b/y
  while (text.take(word) !== undefined) parts.push(readPart())
  return parts.length === 1 ? first : { kind, parts }
}

function readCondition(text: RequirementText, depth: number): Marker {
  if (text.takes('(')) {
    const marker = readMarker(text, depth + 1)
    text.expect(')')
    return marker
  }
  return { kind: 'comparison', left: readOperand(text), operator: readOperator(text), right: readOperand(text) }
}

function readOperator(text: RequirementText): Operator {
  const symbol = text.take(/===|~=|==|!=|<=|>=|<|>|in\b|not[ \t]+in\b/y)
  if (symbol === undefined) throw text.unexpected('comparison')
  return symbol.startsWith('not') ? 'not in' : (symbol as Operator)
}

function readOperand(text: RequirementText): Operand {
  const quoted = text.take(/'[^'\n]*'|"[^"\n]*"/y)
  if (quoted !== undefined) return { literal: quoted.slice(1, -1) }
  const name = text.take(/[a-z_]+(?:\.[a-z_]+)?/y)
  if (name === undefined) throw text.unexpected('variable or quoted text')
  const variable =
    name === 'extra'
      ? name
      : (markerVariables.find((variable) => variable === name) ??
        (Object.hasOwn(oldNames, name) ? oldNames[name] : undefined))
  if (variable === undefined) throw new InvalidRequirement(`uses the unknown variable ${name}`)
  return { variable }
}

/** Evaluates a marker in an environment, for at most one requested extra. */
export function markerHolds(marker: Marker, environment: MarkerEnvironment, extra = ''): boolean {
  if (marker.kind !== 'comparison')
    return marker.parts[marker.kind === 'and' ? 'every' : 'some']((part) => markerHolds(part, environment, extra))
  const { left, operator, right } = marker
  const isAboutExtra = [left, right].some((operand) => 'variable' in operand && operand.variable === 'extra')
  const value = (operand: Operand): string => {
    if ('variable' in operand)
      return operand.variable === 'extra' ? normalProjectName(extra) : environment[operand.variable]
    return isAboutExtra ? normalProjectName(operand.literal) : operand.literal
  }
  return holds(value(left), operator, value(right), isAboutExtra)
}

/** Compares two values as versions if both are versions, or otherwise as strings (PEP 508). */
function holds(left: string, operator: Operator, right: string, isText: boolean): boolean {
  if (operator === 'in') return right.includes(left)
  if (operator === 'not in') return !right.includes(left)
  const specifiers = isText ? undefined : parseSpecifiers(operator + right)
  const version = specifiers?.length === 1 ? parsePythonVersion(left) : undefined
  if (specifiers !== undefined && version !== undefined) return allowsVersion(specifiers, version)
  switch (operator) {
    case '==':
    case '===':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    // `~=` is always false for strings that are not versions.
    case '~=':
      return false
  }
}
