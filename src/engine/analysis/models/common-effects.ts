import type { SinkEffect } from '../taint/sinks/sink-model.ts'

// Effects shared by several sink families.

export const reads = {
  kind: 'path',
  effect: 'reads a file or folder',
  capability: 'reads-files',
} as const satisfies SinkEffect
export const writes = {
  kind: 'path',
  effect: 'writes a file or folder',
  action: 'write-file',
  capability: 'writes-files',
} as const satisfies SinkEffect
export const sends = { kind: 'path', effect: 'sends a file', capability: 'reads-files' } as const satisfies SinkEffect
export const asks = {
  kind: 'url',
  effect: 'sends a request',
  capability: 'network-egress',
} as const satisfies SinkEffect
export const connects = {
  kind: 'url',
  effect: 'opens a connection',
  capability: 'network-egress',
} as const satisfies SinkEffect
export const visits = {
  kind: 'url',
  effect: 'opens a page in a browser',
  action: 'open-in-browser',
  capability: 'network-egress',
} as const satisfies SinkEffect
