import { describe, expect, it } from 'vitest'
import { manifestFile } from '../../../src/engine/inventory/project/manifest-file.ts'
import { workspaceMatcher } from '../../../src/engine/inventory/project/workspace-patterns.ts'
import { projectSnapshot } from './project-snapshot.ts'

describe('patterns of a workspace', () => {
  it.each([
    ['packages/*', 'packages/a', true],
    ['packages/*', 'packages/a/b', false],
    ['packages/*', 'packages', false],
    ['packages/a', 'packages/a', true],
    ['./packages/*/', 'packages/a', true],
    ['packages/**', 'packages/a/b', true],
    ['packages/**', 'packages', true],
    ['**', 'a/b/c', true],
    ['**/web', 'a/b/web', true],
    ['**/web', 'web', true],
    ['a/**/b/**/c', 'a/x/b/c', true],
    ['a/**/b', 'a/c', false],
    ['packages/web-*', 'packages/web-shop', true],
    ['packages/web-*', 'packages/web', false],
    ['packages/*-ui-*', 'packages/a-ui-b', true],
    ['packages/a*a', 'packages/a', false],
    ['*', 'a', true],
    ['{apps,packages}/*', 'apps/a', true],
    ['{apps,packages}/{a,b}', 'packages/c', false],
    ['{apps', '{apps', true],
    ['packages/[ab]', 'packages/a', false],
    ['packages/.*', 'packages/xa', false],
  ])('%s and %s: %s', (pattern, folder, matches) => {
    expect(workspaceMatcher([pattern])(folder)).toBe(matches)
  })

  it('take away what came before', () => {
    const matches = workspaceMatcher(['packages/*', '!packages/old*', 'packages/older'])
    expect(['packages/a', 'packages/old', 'packages/older'].map(matches)).toEqual([true, false, true])
  })

  it('take braces literally where the pattern is longer than any path', () => {
    const choices = (stars: number) => workspaceMatcher([`{a,b}${'*'.repeat(stars)}`])
    expect([choices(4_000)('ab'), choices(4_100)('ab'), choices(4_100)('{a,b}x')]).toEqual([true, false, true])
  })

  it.each([
    ['stars', `${'*a'.repeat(5_000)}b`],
    ['stars for folders', '**/'.repeat(300)],
    ['braces', '{a,b}'.repeat(5_000)],
    ['nested braces', `${'{a,'.repeat(5_000)}${'}'.repeat(5_000)}`],
  ])('take no time for many %s', (_what, pattern) => {
    const before = process.cpuUsage().user
    const matches = workspaceMatcher([pattern])
    for (let count = 0; count < 10; count++) matches(`${'a'.repeat(200)}/`.repeat(100))
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000)
  })
})

describe('a file of a project', () => {
  const files = {
    'web/app/package.json': '{}',
    'web/app/ui/package.json': '{}',
    'web/base.txt': 'base',
    'base.txt': 'root',
    'web/binary.txt': Buffer.from([0xff, 0x00, 0x80]),
  }
  const file = manifestFile(projectSnapshot(files), 'web/app/package.json', Object.keys(files))

  it('sees what lies beside it, as text and within the project', () => {
    expect(
      [
        '../base.txt',
        '../../base.txt',
        '../../../base.txt',
        '/base.txt',
        '../binary.txt',
        'nothing',
        './../app/../base.txt',
      ].map((path) => file.sibling(path)),
    ).toEqual(['base', 'root', undefined, undefined, undefined, undefined, 'base'])
  })

  it('finds members of a workspace below its own folder only', () => {
    expect(file.membersOf?.(['**', '../*'], 'package.json')).toEqual(['ui'])
    expect(file.membersOf?.(['**'], 'Cargo.toml')).toEqual([])
  })
})
