import { OperandKind } from '../program/operand-kinds.ts'
import { irMagic } from './encode-module.ts'
import { minOperands, opCount, operandCounts, quickOperandKind } from './operand-counts.ts'
import { irVersion, LiteralKind, Op, ParameterKind, RegionKind } from './operations.ts'
import { IntegerUnpacker, MalformedModule } from './packed-integers.ts'
import type { IrModule, IrClass, IrFunction, IrVendoredPart } from './ir-module.ts'

type Regions = Pick<IrModule, 'regionParents' | 'regionKinds' | 'regionConditions' | 'regionFunctions'>
type Nodes = Pick<IrModule, 'ops' | 'regionOf' | 'offsets' | 'operandsAt' | 'operands'>

/** Maximum length of a language name. */
const languageCharacters = 32

/**
 * Decodes a module that `encodeModule` encoded. All indexes are in range, regions follow their parents, and operands
 * refer to earlier nodes, except in phis, cells, and captures. Throws MalformedModule if the bytes are not such a
 * module.
 */
export function decodeModule(bytes: Uint8Array): IrModule {
  const from = new IntegerUnpacker(bytes)
  if (from.natural() !== irMagic) throw new MalformedModule('it is no unit')
  if (from.natural() !== irVersion) throw new MalformedModule('it is of another version')
  const language = text(from.bytes(from.below(languageCharacters, 'a name of a language')), 'latin1')
  if (!/^[a-z]+$/.test(language)) throw new MalformedModule('it is of no known language')
  const strings = decodeStrings(from)
  const lineStarts = decodeLineStarts(from)
  const regions = decodeRegions(from)
  const nodes = decodeNodes(from, { strings: strings.length, regions: regions.regionKinds.length })
  const functions = decodeFunctions(from, { strings: strings.length, nodes, regions })
  const classes = decodeClasses(from, { strings: strings.length, nodes: nodes.ops.length, functions: functions.length })
  const vendored = decodeVendored(from, strings.length)
  if (from.left > 0) throw new MalformedModule('there is more than one unit')
  checkReferences(nodes, regions, { functions: functions.length, classes: classes.length })
  return { language, strings, lineStarts, ...regions, ...nodes, functions, classes, vendored }
}

function decodeStrings(from: IntegerUnpacker): string[] {
  const lengths = Array.from({ length: from.count('strings') }, () => from.natural())
  const units = (isWide: number) =>
    lengths.reduce((sum, length) => sum + ((length & 1) === isWide ? length >>> 1 : 0), 0)
  const narrow = text(from.bytes(units(0)), 'latin1')
  const wide = text(from.bytes(units(1) * 2), 'utf16le')
  const at = [0, 0]
  return lengths.map((length) => {
    const isWide = length & 1
    const start = at[isWide] ?? 0
    at[isWide] = start + (length >>> 1)
    return (isWide === 1 ? wide : narrow).slice(start, start + (length >>> 1))
  })
}

function text(bytes: Uint8Array, encoding: BufferEncoding): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)
}

function decodeLineStarts(from: IntegerUnpacker): Int32Array {
  const starts = new Int32Array(from.count('lines'))
  let before = 0
  for (let line = 0; line < starts.length; line += 1) {
    const next = before + from.integer()
    if (next < before || next > 0x7fffffff) throw new MalformedModule('a line begins before the one above it')
    starts[line] = next
    before = next
  }
  if (starts[0] !== 0) throw new MalformedModule('there is no first line')
  return starts
}

const regionKindCount = Math.max(...Object.values(RegionKind)) + 1

function decodeRegions(from: IntegerUnpacker): Regions {
  const count = from.count('regions')
  const regionKinds = Uint8Array.from(from.bytes(count))
  const [regionParents, regionConditions, regionFunctions] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ]
  let [before, inFunction] = [0, 0]
  for (let region = 0; region < count; region += 1) {
    if ((regionKinds[region] ?? 0) >= regionKindCount) throw new MalformedModule('a region is of no known kind')
    const outwards = from.below(region + 1, 'the region around a region')
    const parent = outwards === 0 ? -1 : region - outwards
    if (parent < 0 !== (regionKinds[region] === RegionKind.entry))
      throw new MalformedModule('a region is in no function')
    regionParents[region] = parent
    if (parent < 0) inFunction += from.integer()
    regionFunctions[region] = parent < 0 ? inFunction : (regionFunctions[parent] ?? 0)
    const condition = from.natural()
    if (condition > 0) before = (before + (((condition - 1) >>> 1) ^ -((condition - 1) & 1))) | 0
    regionConditions[region] = condition === 0 ? -1 : before
  }
  return { regionParents, regionKinds, regionConditions, regionFunctions }
}

const literalKindCount = Math.max(...Object.values(LiteralKind)) + 1

function decodeNodes(
  from: IntegerUnpacker,
  { strings, regions }: { readonly strings: number; readonly regions: number },
): Nodes {
  const count = from.count('nodes', 2)
  const ops = Uint8Array.from(from.bytes(count))
  const [regionOf, offsets, operandsAt] = [new Int32Array(count), new Int32Array(count), new Int32Array(count + 1)]
  let before = 0
  for (let node = 0; node < count;) {
    const end = node + from.natural()
    before += from.integer()
    if (end === node || end > count || before < 0 || before >= regions)
      throw new MalformedModule('a node is in no region')
    regionOf.fill(before, node, end)
    node = end
  }
  before = 0
  for (let node = 0; node < count; node += 1) {
    before += from.integer()
    if (before < 0 || before > 0x7fffffff) throw new MalformedModule('a node is nowhere in the text')
    offsets[node] = before
  }
  let total = 0
  for (let node = 0; node < count; node += 1) {
    const op = ops[node] ?? 0
    if (op >= opCount) throw new MalformedModule('a node does nothing that is known')
    const known = operandCounts[op] ?? -1
    const own = known < 0 ? from.count('operands') : known
    if (own < (minOperands[op] ?? 0) || (op === Op.Phi && own % 2 !== 0))
      throw new MalformedModule('operands of a node are missing')
    total += own
    operandsAt[node + 1] = total
  }
  if (total > from.left) throw new MalformedModule('operands are missing')
  const operands = new Int32Array(total)
  for (let node = 0; node < count; node += 1) {
    const op = ops[node] ?? 0
    const start = operandsAt[node] ?? 0
    const mayBeLater = op === Op.Phi || op === Op.Cell || op === Op.Capture
    for (let at = start, end = operandsAt[node + 1] ?? 0; at < end; at += 1) {
      const kind = quickOperandKind(op, at - start)
      let operand = 0
      if (kind === OperandKind.node) {
        operand = node - from.integer()
        if (operand < 0 || operand >= (mayBeLater ? count : node))
          throw new MalformedModule('a node is made of one that is not there')
      } else if (kind === OperandKind.region) {
        operand = (regionOf[node] ?? 0) - from.integer()
        if (operand < 0 || operand >= regions) throw new MalformedModule('a value comes from no region')
      } else if (kind === OperandKind.string) operand = from.below(strings, 'a string')
      else operand = from.below(op === Op.Literal ? literalKindCount : 0x7fffffff, 'an operand')
      operands[at] = operand
    }
  }
  return { ops, regionOf, offsets, operandsAt, operands }
}

const parameterKindCount = Math.max(...Object.values(ParameterKind)) + 1

function decodeFunctions(
  from: IntegerUnpacker,
  { strings, nodes, regions }: { readonly strings: number; readonly nodes: Nodes; readonly regions: Regions },
): IrFunction[] {
  const count = from.count('functions', 8)
  const nodeCount = nodes.ops.length
  let [place, before] = [0, 0]
  const node = (op: Op, what: string) => {
    before += from.integer()
    if (nodes.ops[before] !== op) throw new MalformedModule(`${what} is something else`)
    return before
  }
  if (count === 0) throw new MalformedModule('there is no module')
  return Array.from({ length: count }, (_, index) => {
    const name = from.below(strings + 1, 'the name of a function') - 1
    const outwards = from.below(index + 1, 'the function around a function')
    if ((outwards === 0) !== (index === 0)) throw new MalformedModule('a function stands nowhere')
    const flags = from.below(256, 'what a function is')
    const self = from.below(nodeCount + 1, '`this` of a function') - 1
    const end = from.below(regions.regionKinds.length + 1, 'the end of a function') - 1
    place += from.integer()
    if (place < 0 || place > 0x7fffffff) throw new MalformedModule('a function is nowhere in the text')
    const offset = place
    const parameters = Array.from({ length: from.count('parameters', 4) }, () => ({
      node: node(Op.Parameter, 'a parameter'),
      kind: from.below(parameterKindCount, 'the kind of a parameter') as ParameterKind,
      name: from.below(strings + 1, 'the name of a parameter') - 1,
      annotation: from.below(strings + 1, 'the type of a parameter') - 1,
    }))
    const returns = Array.from({ length: from.count('returns') }, () => node(Op.Return, 'what a function returns'))
    return { name, parent: outwards === 0 ? -1 : index - outwards, flags, parameters, self, returns, end, offset }
  })
}

function decodeClasses(
  from: IntegerUnpacker,
  { strings, nodes, functions }: { readonly strings: number; readonly nodes: number; readonly functions: number },
): IrClass[] {
  return Array.from({ length: from.count('classes', 6) }, () => {
    const name = from.below(strings + 1, 'the name of a class') - 1
    const creator = from.below(functions + 1, 'the constructor of a class') - 1
    const initializer = from.below(functions + 1, 'the initial values of a class') - 1
    const bases = Array.from({ length: from.count('base classes') }, () => from.below(nodes, 'a base class'))
    const members = Array.from({ length: from.count('members', 3) }, () => ({
      key: from.below(strings, 'the name of a member'),
      value: from.below(nodes, 'a member'),
      flags: from.below(256, 'what a member is'),
    }))
    const fieldTypes = Array.from(
      { length: from.count('fields', 2) },
      () => [from.below(strings, 'the name of a field'), from.below(strings, 'the type of a field')] as const,
    )
    return { name, bases, members, creator, initializer, fieldTypes }
  })
}

function decodeVendored(from: IntegerUnpacker, strings: number): IrVendoredPart[] {
  let place = 0
  return Array.from({ length: from.count('parts of other packages', 4) }, () => {
    const start = place + from.natural()
    const length = from.natural()
    place = start + (length >>> 1)
    if (place > 0x7fffffff) throw new MalformedModule('a part is nowhere in the text')
    return {
      start,
      end: place,
      bytes: from.natural(),
      packageName: from.below(strings, 'the name of a package'),
      isLeftOut: (length & 1) === 1,
    }
  })
}

/** Checks references that could only be verified once all columns were decoded. */
function checkReferences(
  { ops, operandsAt, operands }: Nodes,
  { regionConditions, regionFunctions }: Regions,
  { functions, classes }: { readonly functions: number; readonly classes: number },
): void {
  for (const condition of regionConditions)
    if (condition < -1 || condition >= ops.length) throw new MalformedModule('a condition is not there')
  for (const index of regionFunctions)
    if (index >= functions || index < 0) throw new MalformedModule('a region is in no function')
  for (let node = 0; node < ops.length; node += 1) {
    const operand = operands[operandsAt[node] ?? 0] ?? 0
    if (ops[node] === Op.Closure && operand >= functions) throw new MalformedModule('a function is not there')
    if (ops[node] === Op.Class && operand >= classes) throw new MalformedModule('a class is not there')
  }
}
