import { describe, expect, it } from 'vitest'
import { scriptMetadata } from '../../../../src/engine/inventory/readers/python/script-metadata.ts'
import { projectInventoryOf, told, unresolvedOf } from '../project-inventory-of.ts'
import { packagesOf, readingOf, requestsOf } from './reading.ts'

const script = (...dependencies: string[]) =>
  `# /// script\n# requires-python = ">=3.11"\n# dependencies = ` +
  `[\n${dependencies.map((dependency) => `#   "${dependency}",\n`).join('')}# ]\n# ///\n\nimport sys\n`
const readingOfText = (text: string) => readingOf(scriptMetadata, { 'tool.py': text })

describe('the metadata of a script', () => {
  it('has exact versions as packages and everything else as requests', () => {
    const reading = readingOfText(
      script(
        'django==2.2.0',
        'requests<3',
        'rich',
        'flask == 1.0',
        "six===1.16.0; python_version < '3'",
        'click==8.*',
        'own @ https://acme.example/own.whl',
      ),
    )
    expect(packagesOf(reading)).toEqual(['django@2.2.0 direct', 'flask@1.0 direct', 'six@1.16.0 direct'])
    expect(requestsOf(reading)).toEqual([
      'requests: no lockfile pins its version (<3)',
      'rich: no lockfile pins its version ()',
      'click: no lockfile pins its version (==8.*)',
      'own: it is an archive at a URL outside the package index (@ https://acme.example/own.whl)',
    ])
    expect(reading.packages[0]?.line).toBe(1)
  })

  it('is found behind a first line for the shell, a licence and code, with line ends of Windows', () => {
    expect(packagesOf(readingOfText(`#!/usr/bin/env -S uv run --script\n# A licence.\n${script('a==1.0')}`))).toEqual([
      'a@1.0 direct',
    ])
    expect(packagesOf(readingOfText(`import os\n\n${script('a==1.0').replaceAll('\n', '\r\n')}`))).toEqual([
      'a@1.0 direct',
    ])
    expect(packagesOf(readingOfText(script('a==1.0').replace('# ]', '#\n# ]')))).toEqual(['a@1.0 direct'])
  })

  it('ends with the last closing line of its comment, as the specification has it', () => {
    const text = '# /// script\n# dependencies = ["a==1.0"]\n# note = """\n# ///\n# """\n# ///\n'
    expect(packagesOf(readingOfText(text))).toEqual(['a@1.0 direct'])
  })

  it.each([
    ['no closing line', '# /// script\n# dependencies = ["a==1.0"]\n'],
    ['a line that is no comment', '# /// script\n# dependencies = ["a==1.0"]\nx = 1\n# ///\n'],
    ['another type', '# /// pyproject\n# dependencies = ["a==1.0"]\n# ///\n'],
    ['nothing between', '# /// script\n# ///\n'],
    ['an indented opening', ' # /// script\n# dependencies = ["a==1.0"]\n# ///\n'],
    ['a text of its own', 'doc = """# /// script"""\n'],
  ])('is none with %s', (_what, text) => {
    expect(readingOfText(text)).toMatchObject({ packages: [], requests: [] })
  })

  it('is unreadable, not absent, where it is twice, no TOML, or no list', async () => {
    const { unreadable } = await projectInventoryOf({
      'a.py': `${script('a==1.0')}\n${script('b==1.0')}`,
      'b.py': '# /// script\n# dependencies = [\n# ///\n',
      'c.py': '# /// script\n# dependencies = "a==1.0"\n# ///\n',
    })
    expect(unreadable?.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'a.py has more than one block of script metadata, which the specification does not allow',
      expect.stringMatching(/^b\.py is not TOML/),
      'c.py has dependencies that are not a list',
    ])
  })

  it('stands alone: no lockfile answers for it, and it answers for no manifest', async () => {
    const inventory = await projectInventoryOf({
      'tool.py': script('django==2.2.0', 'rich'),
      'plain.py': 'import sys\n',
      'requirements.txt': 'rich==13.0.0\n',
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["django>=2"]\n',
      'examples/try.py': script('flask==0.1'),
    })
    expect(told(inventory)).toEqual(['django@2.2.0 direct', 'flask@0.1 direct dev', 'rich@13.0.0 direct'])
    expect(unresolvedOf(inventory)).toEqual(
      expect.arrayContaining(['tool.py: django@2.2.0', 'tool.py: rich@', 'pyproject.toml: django@>=2']),
    )
    expect(inventory.components.find(({ name }) => name === 'django')?.introducedBy[0]?.manifest).toBe('tool.py')
  })

  it('does not make setup.py a file that is read', async () => {
    expect(
      (await projectInventoryOf({ 'setup.py': `${script()}from setuptools import setup\n` })).unreadable,
    ).toMatchObject([{ path: 'setup.py', reason: expect.stringContaining('in code') }])
  })

  it('looks at each line a bounded number of times, however many blocks are opened', () => {
    let reads = 0
    const opened = Array.from({ length: 2_000 }, () => '# /// other')
    const counted = (lines: readonly string[]): string[] =>
      new Proxy([...lines], {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
          return Reflect.get(target, key, receiver) as unknown
        },
      })
    const text = { split: () => counted([...opened, '']) } as unknown as string
    scriptMetadata.read({ path: 'tool.py', text, sibling: () => undefined })
    expect(reads).toBeLessThan(10 * opened.length)
  })

  it('takes from elsewhere what its table of sources says', () => {
    const sources =
      '# [tool.uv.sources]\n# Own_Fork = { git = "https://git.example/fork" }\n# torch = [{ index = "cpu", ' +
      'marker = "sys_platform == \'linux\'" }, { url = "https://acme.example/torch.whl" }]\n# near = { path ' +
      '= "near" }\n# packed = { path = "dist/packed-1.0-py3-none-any.whl" }\n'
    const reading = readingOfText(
      script('own-fork==1.0', 'torch==2.0', 'near', 'packed', 'flask==1.0').replace('# ]\n', `# ]\n${sources}`),
    )
    expect(packagesOf(reading)).toEqual(['torch@2.0 direct', 'flask@1.0 direct'])
    expect(requestsOf(reading)).toEqual([
      'own-fork: it comes from a source code repository (https://git.example/fork)',
      'torch: it is an archive at a URL outside the package index (https://acme.example/torch.whl)',
      'packed: it is an archive in the project, which Assay does not unpack (dist/packed-1.0-py3-none-any.whl)',
    ])
  })
})

describe('the lockfile of a script', () => {
  const lock = `version = 1
requires-python = ">=3.11"

[manifest]
requirements = [{ name = "rich", specifier = ">=13" }]

[[package]]
name = "rich"
version = "13.0.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "pygments" }]

[[package]]
name = "pygments"
version = "2.17.0"
source = { registry = "https://index.example/simple" }
`

  it('has what the script brings, by whom, and nothing is left to say about the script', async () => {
    const inventory = await projectInventoryOf({ 'tool.py': script('rich>=13'), 'tool.py.lock': lock })
    expect(told(inventory)).toEqual(['pygments@2.17.0', 'rich@13.0.0 direct'])
    expect(inventory.components.map(({ introducedBy }) => introducedBy)).toMatchObject([
      [{ manifest: 'tool.py.lock', path: ['tool.py', 'rich@13.0.0', 'pygments@2.17.0'] }],
      [{ manifest: 'tool.py.lock', path: ['tool.py', 'rich@13.0.0'] }],
    ])
    expect(inventory.unresolved).toEqual([])
    expect(inventory.complete).toBe(true)
  })

  it('does not answer for what it lacks, for another script, nor for the project around it', async () => {
    const inventory = await projectInventoryOf({
      'tool.py': script('rich==14.0', 'httpx'),
      'tool.py.lock': lock,
      'other.py': script('rich'),
      'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["rich"]\n',
    })
    expect(unresolvedOf(inventory)).toEqual(
      expect.arrayContaining(['tool.py: httpx@', 'other.py: rich@', 'pyproject.toml: rich@']),
    )
    expect(told(inventory)).toContain('rich@14.0 direct')
    expect(inventory.reading?.locked).toEqual([])
  })

  it('is distinguished from files of other tools with the same name', async () => {
    expect(await projectInventoryOf({ 'tool.py': 'import sys\n', 'tool.py.lock': '' })).toMatchObject({
      components: [],
      unreadable: [],
    })
  })
})

describe('a script with packages of its own', () => {
  it('does not hide that setup.py beside it was not read', async () => {
    const { unreadable } = await projectInventoryOf({
      'setup.py': 'from setuptools import setup\n',
      'tool.py': script('rich==13.0.0'),
    })
    expect(unreadable).toMatchObject([{ path: 'setup.py', reason: expect.stringContaining('in code') as string }])
  })
})
