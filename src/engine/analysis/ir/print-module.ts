import { OperandKind, operandKind } from '../program/operand-kinds.ts'
import { FunctionFlag, LiteralKind, MemberFlag, Op, ParameterKind, RegionKind } from './operations.ts'
import { lineAndColumnOf, type IrModule } from './ir-module.ts'

/**
 * Returns a module as readable text, with a line for each function, class, region, and node. `7 r2 Load 5 "name" @3:14`
 * is node 7 in region 2. It reads the attribute `name` of node 5 at line 3, column 14.
 */
export function printModule(unit: IrModule, { withPlaces = true }: { readonly withPlaces?: boolean } = {}): string {
  return [...functionLines(unit), ...classLines(unit), ...regionLines(unit), ...nodeLines(unit, withPlaces)].join('\n')
}

const nameIn = (names: Readonly<Record<string, number>>) =>
  new Map(Object.entries(names).map(([name, value]) => [value, name]))
const [opNames, regionNames, literalNames, parameterNames] = [
  nameIn(Op),
  nameIn(RegionKind),
  nameIn(LiteralKind),
  nameIn(ParameterKind),
]

function flagNames(names: Readonly<Record<string, number>>, flags: number): string[] {
  return Object.entries(names)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name)
}

const quoted = ({ strings }: IrModule, index: number) => JSON.stringify(strings[index] ?? '')

function functionLines(unit: IrModule): string[] {
  return unit.functions.map(({ name, parent, flags, parameters, self, returns, end }, index) => {
    const taken = parameters.map(
      (parameter) =>
        `${parameter.kind === ParameterKind.positional ? '' : `${parameterNames.get(parameter.kind)} `}` +
        `${parameter.name < 0 ? '' : `${unit.strings[parameter.name]} `}${parameter.node}` +
        `${parameter.annotation < 0 ? '' : `: ${unit.strings[parameter.annotation]}`}`,
    )
    const rest = [
      ...flagNames(FunctionFlag, flags),
      ...(self < 0 ? [] : [`self ${self}`]),
      ...(returns.length === 0 ? [] : [`returns ${returns.join(' ')}`]),
      end < 0 ? 'never ends' : `ends r${end}`,
    ]
    return (
      `f${index}${parent < 0 ? '' : ` in f${parent}`} ` +
      `${name < 0 ? '-' : unit.strings[name]}(${taken.join(', ')}) ${rest.join(', ')}`
    )
  })
}

function classLines(unit: IrModule): string[] {
  return unit.classes.map(({ name, bases, members, creator, initializer, fieldTypes }, index) => {
    const held = members.map(
      ({ key, value, flags }) => `${[...flagNames(MemberFlag, flags), unit.strings[key]].join(' ')} ${value}`,
    )
    const types = fieldTypes.map(([field, type]) => `${unit.strings[field]}: ${unit.strings[type]}`)
    return (
      `c${index} ${name < 0 ? '-' : unit.strings[name]}(${bases.join(' ')}) ` +
      `{${[...held, ...types].join(', ')}}${creator < 0 ? '' : ` creator f${creator}`}` +
      `${initializer < 0 ? '' : ` initializer f${initializer}`}`
    )
  })
}

function regionLines(unit: IrModule): string[] {
  return [...unit.regionKinds].map((kind, index) => {
    const [parent, condition] = [unit.regionParents[index] ?? -1, unit.regionConditions[index] ?? -1]
    return (
      `r${index} ${regionNames.get(kind)}${condition < 0 ? '' : ` ${condition}`} in ` +
      `${parent < 0 ? `f${unit.regionFunctions[index]}` : `r${parent}`}`
    )
  })
}

function nodeLines(unit: IrModule, withPlaces: boolean): string[] {
  return [...unit.ops].map((op, node) => {
    const operands: string[] = []
    const start = unit.operandsAt[node] ?? 0
    for (let at = start; at < (unit.operandsAt[node + 1] ?? 0); at += 1)
      operands.push(operandText(unit, op, at - start, unit.operands[at] ?? 0))
    const { line, column } = lineAndColumnOf(unit, unit.offsets[node] ?? 0)
    return [
      String(node),
      `r${unit.regionOf[node]}`,
      opNames.get(op) ?? String(op),
      ...operands,
      ...(withPlaces ? [`@${line}:${column}`] : []),
    ].join(' ')
  })
}

const prefixes = new Map<OperandKind, string>([
  [OperandKind.region, 'r'],
  [OperandKind.function, 'f'],
  [OperandKind.class, 'c'],
])

function operandText(unit: IrModule, op: number, index: number, operand: number): string {
  const kind = operandKind(op as Op, index)
  if (kind === OperandKind.string) return quoted(unit, operand)
  if (op === Op.Literal && index === 0) return literalNames.get(operand) ?? String(operand)
  return `${prefixes.get(kind) ?? ''}${operand}`
}
