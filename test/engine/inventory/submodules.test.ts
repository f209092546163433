import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readComponents } from '../../../src/engine/inventory/read-components.ts'
import { withSubmodules } from '../../../src/engine/inventory/resolution/resolve-submodules.ts'
import { submodulesOf } from '../../../src/engine/inventory/project/submodules.ts'
import type { Inventory } from '../../../src/engine/model/inventory.ts'
import { repositoryName, submoduleAddress } from '../../../src/engine/model/repository-name.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { fetchFolder } from '../../../src/engine/sources/folder/fetch-folder.ts'
import { tagAt, tagOfCommit } from '../../../src/engine/sources/git/tag-of-commit.ts'
import { createAddressGuard } from '../../../src/engine/net/address-guard.ts'
import { createGuardedConnect } from '../../../src/engine/net/connections.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { workingTree } from '../../support/working-tree.ts'
import { withRealSockets } from '../net/loopback.ts'
import { projectSnapshot } from './project-snapshot.ts'

const signal = AbortSignal.timeout(60_000)
const [one, two, three] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)] as const
const gitmodules = [
  '[submodule "zlib"]',
  '\tpath = deps/zlib',
  '\turl = https://github.com/Madler/zlib.git',
  '# a comment',
  '[submodule "own"]',
  '\tpath = own',
  '\turl = ../own.git',
  '[submodule "gone"]',
  '\tpath = gone',
  '\turl = https://github.com/a/gone',
  '[other]',
  '\tpath = own',
  '',
].join('\n')

const project = (text = gitmodules): Snapshot => ({
  ...projectSnapshot({ '.gitmodules': text }),
  submodules: new Map([
    ['deps/zlib', one],
    ['own', two],
  ]),
})

describe('repositoryName', () => {
  it.each([
    ['https://github.com/madler/zlib.git', 'github.com/madler/zlib'],
    ['https://user:secret@GitHub.com/madler/zlib/', 'github.com/madler/zlib'],
    ['http://git.example:8080/a/b/c', 'git.example/a/b/c'],
    ['git://git.kernel.org/pub/scm/linux.git', 'git.kernel.org/pub/scm/linux'],
    ['ssh://git@github.com:22/a/b.git', 'github.com/a/b'],
    ['git@github.com:a/b.git', 'github.com/a/b'],
    ['/srv/git/a', undefined],
    ['file:///etc', undefined],
    ['ext::sh -c touch', undefined],
    ['-u./y', undefined],
    ['https://github.com/a/../b', undefined],
    ['https://github.com/a b', undefined],
    ['https://github.com/', undefined],
    [`https://github.com/${'a'.repeat(2_000)}`, undefined],
  ])('of %s is %s', (address, name) => {
    expect(repositoryName(address)).toBe(name)
  })

  it('does not read long addresses in more than linear time', () => {
    const startedAt = performance.now()
    for (const text of ['a@'.repeat(500), `https://${'a.'.repeat(490)}`, `git@${'a-'.repeat(490)}:`])
      expect(repositoryName(text)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(200)
  })

  it('resolves relative addresses against the project', () => {
    expect(submoduleAddress('../b.git', 'https://git.example/acme/shop')).toBe('https://git.example/acme/b.git')
    expect(submoduleAddress('../../x/y', 'https://git.example/acme/shop')).toBe('https://git.example/x/y')
    expect(submoduleAddress('../../../..', 'https://git.example/acme/shop')).toBeUndefined()
    expect(submoduleAddress('../b.git', undefined)).toBeUndefined()
  })
})

describe('submodules', () => {
  it('have the commit of the tree and the repository of .gitmodules', () => {
    expect(submodulesOf(project())).toEqual([
      { path: 'deps/zlib', commit: one, repository: 'github.com/Madler/zlib', line: 1 },
      { path: 'own', commit: two, repository: 'git.example/acme/own', line: 5 },
    ])
    expect(submodulesOf(projectSnapshot({ '.gitmodules': gitmodules }))).toEqual([])
  })

  it.each([
    ['[submodule "z"] # c', 'path = own', 'url = https://github.com/madler/zlib'],
    ['[submodule "z"]; c', 'path = own ; "c', 'url = https://github.com/madler/zlib ; upstream'],
    ['[submodule "z#;"]', 'path = "own" # c', 'url = "https://github.com/madler/zlib"# c'],
    ['[submodule "z\\"#"] ; c "', 'path = own#', 'url = https://github.com/madler/zlib;'],
    ['[submodule \t"z"] path = own # c', 'url = https://github.com/madler/zlib'],
    ['[submodule "z"]', '; path = deps/zlib', 'path = own', 'url = https://github.com/madler/zlib', '# url = x'],
  ])('are read with comments, as git reads them: %#', (...lines) => {
    using tree = workingTree({ '.gitmodules': lines.join('\n') })
    const read = (key: string) =>
      tree.git(['config', '--file', '.gitmodules', '--get-regexp', `submodule\\..*\\.${key}`])
    expect(read('path')).toContain('.path own')
    expect(read('url')).toContain('.url https://github.com/madler/zlib')
    expect(submodulesOf(project(lines.join('\n')))).toEqual([
      { path: 'own', commit: two, repository: 'github.com/madler/zlib', line: 1 },
    ])
  })

  it('have quoted values with the characters of comments', () => {
    const text = '[submodule "z"]\npath = "deps;#zlib" # c\nurl = https://github.com/madler/zlib\n'
    const snapshot = { ...project(text), submodules: new Map([['deps;#zlib', one]]) }
    expect(submodulesOf(snapshot).map(({ path }) => path)).toEqual(['deps;#zlib'])
  })

  it.each([
    '[submodule "x"]\npath = own\n',
    '[submodule "x"]\nurl = https://github.com/a/b\n',
    '[submodule "x"]\npath = own\nurl = ext::sh -c touch% x\n',
    '[submodule "../../y"]\npath = -u./y\nurl = file:///etc\n',
    'path = own\nurl = https://github.com/a/b\n',
    '[submodule\npath = own\nurl = https://github.com/a/b\n',
    '\0'.repeat(1_000),
    `[submodule "a"]\npath = own\nurl = https://github.com/a/b\n${'#'.repeat(300_000)}`,
  ])('of a hostile file are left out: %#', (text) => {
    expect(submodulesOf(project(text))).toEqual([])
  })

  it('of a folder have the commits of its git index, relative to the folder', async () => {
    using tree = workingTree({ '.gitmodules': gitmodules, 'below/.gitmodules': gitmodules, 'below/a.js': '' })
    tree.git(['init', '--quiet'])
    tree.git(['add', '.'])
    for (const [path, commit] of [
      ['deps/zlib', one],
      ['below/own', two],
    ])
      tree.git(['update-index', '--add', '--cacheinfo', `160000,${commit},${path}`])
    for (const version of ['2', '4']) {
      tree.git(['update-index', '--index-version', version])
      const fetched = async (path: string) => {
        await using snapshot = await fetchFolder(
          { git: { temporaryFolder: tmpdir() }, signal },
          { type: 'folder', path, canonicalUrl: `file://${path}` },
        )
        return snapshot.submodules
      }
      expect(await fetched(tree.path)).toEqual(
        new Map([
          ['below/own', two],
          ['deps/zlib', one],
        ]),
      )
      expect(await fetched(`${tree.path}/below`)).toEqual(new Map([['own', two]]))
    }
  })

  const inventory: Inventory = { components: [], unresolved: [], complete: true, method: '' }
  const asking = (resolution: object | undefined) => {
    const asked: string[] = []
    const tagOf = async (repository: string, commit: string) => {
      asked.push(`${repository} ${commit}`)
      return commit === one ? 'v1.3.1' : commit === two ? null : undefined
    }
    return { asked, context: { signal, tagOf, ...(resolution && { resolution }) } }
  }

  it('are components with the tag of their commit, or else the commit', async () => {
    const { asked, context } = asking({ takenAt: new Date() })
    const { components, untagged } = await withSubmodules(context as never, inventory, project())
    expect(untagged).toEqual([`pkg:generic/git.example/acme/own@${two}`])
    expect(asked).toEqual([`github.com/Madler/zlib ${one}`, `git.example/acme/own ${two}`])
    expect(components.map(({ purl, dev, introducedBy }) => ({ purl, dev, introducedBy }))).toEqual([
      {
        purl: `pkg:generic/git.example/acme/own@${two}`,
        dev: false,
        introducedBy: [{ manifest: '.gitmodules', path: ['shop', `git.example/acme/own@${two}`], line: 5 }],
      },
      {
        purl: 'pkg:generic/github.com/Madler/zlib@v1.3.1',
        dev: false,
        introducedBy: [{ manifest: '.gitmodules', path: ['shop', 'github.com/Madler/zlib@v1.3.1'], line: 1 }],
      },
    ])
  })

  it.each([undefined, { off: 'the source is private' }])(
    'are asked of no server while resolution is %j',
    async (off) => {
      const { asked, context } = asking(off)
      const { components, untagged } = await withSubmodules(context as never, inventory, project())
      expect([asked, untagged]).toEqual([[], undefined])
      expect(components.map(({ version }) => version).sort()).toEqual([one, two])
    },
  )

  it('are part of the inventory of a folder, beside its lockfiles', async () => {
    using tree = workingTree({
      '.gitmodules': gitmodules,
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/a': { version: '1.0.0' } },
      }),
    })
    tree.git(['init', '--quiet'])
    tree.git(['add', '.'])
    tree.git(['update-index', '--add', '--cacheinfo', `160000,${one},deps/zlib`])
    const source = { type: 'folder' as const, path: tree.path, canonicalUrl: `file://${tree.path}` }
    await using snapshot = await fetchFolder({ git: { temporaryFolder: tmpdir() }, signal }, source)
    const context = { ...sourceContext({ signal }), isolation: testIsolation() }
    const { components } = await readComponents(context, source, snapshot)
    expect(components.map(({ ecosystem, name, version }) => [ecosystem, name, version])).toEqual([
      ['GIT', 'github.com/Madler/zlib', one],
      ['npm', 'a', '1.0.0'],
    ])
  })

  it('are asked for up to a limit', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `m${index}`)
    const { asked, context } = asking({ takenAt: new Date() })
    const { components, untagged } = await withSubmodules(context as never, inventory, {
      ...project(
        many.map((name) => `[submodule "${name}"]\npath=${name}\nurl=https://github.com/a/${name}`).join('\n'),
      ),
      submodules: new Map(many.map((name) => [name, three])),
    })
    expect(asked).toHaveLength(20)
    expect(components).toHaveLength(50)
    // No repository responded, so it is unknown whether tags are missing.
    expect(untagged).toBeUndefined()
  })
})

/** Records the names of contacted hosts. All of them resolve to a blocked address. */
function lookingUp(githubHost: string | undefined) {
  const looked: string[] = []
  const resolve = async (name: string) => {
    looked.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const connect = createGuardedConnect(createAddressGuard({ allowedNetworks: [], resolve }))
  return { looked, git: { connect, temporaryFolder: tmpdir(), ...(githubHost !== undefined && { githubHost }) } }
}

describe('tags', () => {
  withRealSockets()

  it('of a commit: the one that looks like a version, annotated or not', () => {
    const ref = (name: string, objectId: string, peeled?: string) => ({ name, objectId, ...(peeled && { peeled }) })
    const refs = [
      ref('refs/tags/latest', one),
      ref('refs/tags/release-1.3', one),
      ref('refs/tags/v1.3.1', three, one),
      ref('refs/tags/v9.9.9', two),
      ref('refs/heads/1.0.0', one),
      ref('refs/tags/a b', two),
    ]
    expect(tagAt(refs, one)).toBe('v1.3.1')
    expect(tagAt(refs, two)).toBe('v9.9.9')
    expect(tagAt(refs, three)).toBeUndefined()
  })

  it('are asked only of known forges', async () => {
    const { git, looked } = lookingUp('git.internal')
    for (const repository of ['git.internal/a/b', '127.0.0.1/a/b', 'github.com.evil.example/a/b'])
      expect(await tagOfCommit({ git }, repository, one, signal)).toBeUndefined()
    expect(looked).toEqual([])
  })

  it.each(['github.com', undefined])('are asked of github.com if the GitHub App is at %s', async (githubHost) => {
    const { git, looked } = lookingUp(githubHost)
    expect(await tagOfCommit({ git }, 'github.com/a/b', one, signal)).toBeUndefined()
    expect(looked).toEqual(['github.com'])
  })
})
