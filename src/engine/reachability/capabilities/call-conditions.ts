import type { PackageCapability } from '../../model/package-capability.ts'
import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import type { IrNodes } from './ir-nodes.ts'
import { internalBindings } from './javascript-platform.ts'
import type { CallCondition } from './platform-model.ts'

type Capabilities = readonly PackageCapability[]
/** Returns the capabilities that a call shows, given those of its function. Empty if the arguments exclude them. */
type Condition = (nodes: IrNodes, call: number, capabilities: Capabilities) => Capabilities

const none: Capabilities = []
/** Files that stand for the input and output of the process. */
const standardStreams = /^\/dev\/(?:stdin|stdout|stderr|null|tty|fd\/\d)$/
/** Code that has no effect except to find the global object. */
const harmlessCode: ReadonlySet<string> = new Set(['', 'return this', 'return this;', '"use strict"; return this;'])
/** Maximum number of nodes visited in an expression of flags. */
const maxFlagNodes = 32

export const callConditions: Readonly<Record<CallCondition, Condition>> = {
  'names-a-file': (nodes, call, capabilities) =>
    isStandardStream(nodes, nodes.argument(call, 0)) ? none : capabilities,
  'opens-file': (nodes, call, capabilities) =>
    isStandardStream(nodes, nodes.argument(call, 0, 'file'))
      ? none
      : openCapabilities(nodes, nodes.argument(call, 1, 'mode'), capabilities),
  'opens-path': (nodes, call, capabilities) => openCapabilities(nodes, nodes.argument(call, 0, 'mode'), capabilities),
  'unfixed-code': (nodes, call, capabilities) => {
    const count = nodes.operandCount(call) - 1
    const code = nodes.constantText(nodes.argument(call, count - 1))
    return count === 0 || (code !== undefined && harmlessCode.has(code.trim())) ? none : capabilities
  },
  'text-timer': (nodes, call, capabilities) => {
    const first = nodes.argument(call, 0)
    return nodes.literalKind(first) === LiteralKind.string || nodes.op(first) === Op.Concat ? capabilities : none
  },
  // With flags, `compile` usually returns a syntax tree.
  'compiles-code': (nodes, call, capabilities) => (nodes.argument(call, 3, 'flags') >= 0 ? none : capabilities),
  'internal-binding': (nodes, call) => internalBindings.get(nodes.constantText(nodes.argument(call, 0)) ?? '') ?? none,
  'remote-socket': (nodes, call, capabilities) => {
    const family = nodes.argument(call, 0, 'family')
    return family >= 0 && nameOf(nodes, family) === 'AF_UNIX' ? none : capabilities
  },
}

function isStandardStream(nodes: IrNodes, file: number): boolean {
  if (nodes.literalKind(file) === LiteralKind.number) return true
  return standardStreams.test(nodes.constantText(file) ?? '')
}

const nameOf = (nodes: IrNodes, node: number) =>
  nodes.op(node) === Op.Load || nodes.op(node) === Op.Import ? nodes.text(node, 1) : ''

/** Returns whether a file is opened for reading or writing, according to a mode (`w+`) or flags (`O_RDWR`). */
function openCapabilities(nodes: IrNodes, mode: number, fallback: Capabilities): Capabilities {
  const text = nodes.constantText(mode)
  if (text !== undefined) return capabilitiesOfOpening(/[wax+]/.test(text), /[r+]/.test(text))
  const names = flagNames(nodes, mode)
  if (names.size === 0) return fallback
  return capabilitiesOfOpening(
    ['O_WRONLY', 'O_RDWR', 'O_CREAT', 'O_APPEND', 'O_TRUNC'].some((name) => names.has(name)),
    names.has('O_RDWR') || names.has('O_RDONLY'),
  )
}

const capabilitiesOfOpening = (isWritten: boolean, isRead: boolean): Capabilities => [
  ...(isRead || !isWritten ? (['reads-files'] as const) : none),
  ...(isWritten ? (['writes-files'] as const) : none),
]

/** Returns the names of the constants in an expression of flags. */
function flagNames(nodes: IrNodes, flags: number): Set<string> {
  const names = new Set<string>()
  const waiting = flags < 0 ? [] : [flags]
  for (let at = 0; at < waiting.length && at < maxFlagNodes; at += 1) {
    const node = waiting[at] ?? -1
    if (nodes.op(node) === Op.Binary) waiting.push(nodes.operand(node, 1), nodes.operand(node, 2))
    else if (nameOf(nodes, node).startsWith('O_')) names.add(nameOf(nodes, node))
  }
  return names
}
