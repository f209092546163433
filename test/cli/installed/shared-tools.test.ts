import { describe, expect, it } from 'vitest'
import { maxSharedTools, sharedToolsOf, type ToolServer } from '../../../src/cli/installed/shared-tools.ts'

const server = (
  name: string,
  programKey: string,
  tools: readonly string[],
  more: { readonly project?: string; readonly isDisabled?: boolean; readonly clientId?: string } = {},
): ToolServer => ({
  server: { name, project: more.project, isDisabled: more.isDisabled ?? false },
  clientId: more.clientId ?? 'cursor',
  programKey,
  tools,
})

const shown = (servers: readonly ToolServer[]) => {
  const shared = sharedToolsOf(servers)
  return servers.map((each) => (shared.get(each) ?? []).map(({ tool, server: other }) => `${tool} of ${other}`))
}

describe('shared tools', () => {
  it('are those of other programs of the same client', () => {
    expect(
      shown([
        server('a', 'one', ['read', 'write']),
        server('again', 'one', ['read', 'write']),
        server('b', 'two', ['read']),
        server('c', 'three', ['write', 'read']),
        server('d', 'four', ['read'], { isDisabled: true }),
        server('e', 'five', ['read'], { clientId: 'zed' }),
      ]),
    ).toEqual([
      ['read of b', 'read of c', 'write of c'],
      ['read of b', 'read of c', 'write of c'],
      ['read of a', 'read of c'],
      ['write of a', 'read of a', 'read of b'],
      [],
      [],
    ])
  })

  it('are those of servers that run together', () => {
    expect(
      shown([
        server('user', 'one', ['read']),
        server('shop', 'two', ['read'], { project: '/shop' }),
        server('blog', 'three', ['read'], { project: '/blog' }),
      ]),
    ).toEqual([['read of shop', 'read of blog'], ['read of user'], ['read of user']])
  })

  it.each(['one program', 'one program per server'])('are found in linear time for %s', (kind) => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        server(`s${index}`, kind === 'one program' ? 'same' : `program ${index}`, ['read', 'write'], {
          ...(index % 3 === 0 && { project: `/p${index}` }),
        }),
      )
    const start = performance.now()
    const shared = sharedToolsOf(many(20_000))
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(Math.max(...shared.values().map(({ length }) => length))).toBe(kind === 'one program' ? 0 : maxSharedTools)
  })
})
