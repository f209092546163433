import { describe, expect, it } from 'vitest'
import { told, waysOf } from '../project-inventory-of.ts'
import { resolvedProject, takenAt } from './resolved-project.ts'

const pypi = {
  'flask@1.0': {},
  'flask@2.0': { requires: ['werkzeug>=2'] },
  'flask@3.0': { requires: ['werkzeug>=3', 'dotenv; extra == "dotenv"'] },
  'werkzeug@2.0': {},
  'werkzeug@3.1': { requires: ['markupsafe'] },
  'markupsafe@1.0': {},
  'dotenv@1.0': {},
  'pytest@8.0': { requires: ['pluggy'] },
  'pluggy@1.0': {},
  'windows@1.0': {},
}

describe('a requirements file', () => {
  it('is resolved like pip install -r, with includes, constraints, extras, and markers', async () => {
    const { inventory, pypiRequests } = await resolvedProject(
      {
        'requirements.txt': '-r base.txt\n-c limits.txt\nflask[dotenv]>=2\nwindows; sys_platform == "win32"\n',
        'base.txt': 'markupsafe\n',
        'limits.txt': 'werkzeug<3\nunasked==1\n',
      },
      { pypi },
    )
    expect(told(inventory)).toEqual(['flask@2.0 direct', 'markupsafe@1.0 direct', 'werkzeug@2.0'])
    expect(inventory.complete).toBe(true)
    expect(inventory.components[0]).toMatchObject({ locked: false, resolvedAt: takenAt.toISOString() })
    expect(waysOf(inventory, 'werkzeug@2.0')).toEqual(['requirements.txt: project > flask@2.0 > werkzeug@2.0'])
    expect(pypiRequests.some((path) => path.includes('windows') || path.includes('unasked'))).toBe(false)
  })

  it('with exact versions also brings their dependencies, and pins stay locked', async () => {
    const { inventory } = await resolvedProject({ 'requirements.txt': 'flask==2.0\n' }, { pypi })
    expect(told(inventory)).toEqual(['flask@2.0 direct', 'markupsafe@1.0', 'werkzeug@3.1'])
    expect(inventory.components.map(({ locked }) => locked)).toEqual([undefined, false, false])
  })

  it('names an unknown project with its line, and keeps the rest', async () => {
    const { inventory } = await resolvedProject(
      { 'requirements.txt': 'markupsafe\n\ngone>=1\ndown\nflask>=9\n' },
      { pypi, pypiOptions: { answer: (path) => (path.includes('down') ? 503 : undefined) } },
    )
    expect(told(inventory)).toEqual(['markupsafe@1.0 direct'])
    expect(
      inventory.unresolved.map(({ name, line, manifest, reason }) => [name, line, manifest, reason]).toSorted(),
    ).toEqual([
      ['down', 4, 'requirements.txt', expect.stringContaining('503')],
      ['flask', 5, 'requirements.txt', 'no published version matches'],
      ['gone', 3, 'requirements.txt', 'the package index does not have it'],
    ])
  })

  it('of 5 MB ends with a named gap', async () => {
    const text = Array.from({ length: 250_000 }, (_, index) => `name-number-${index}>=1`).join('\n')
    const { inventory } = await resolvedProject({ 'requirements.txt': text, 'setup.cfg': '' }, { pypi })
    expect(text.length).toBeGreaterThan(5_000_000)
    expect(inventory.complete && (inventory.unreadable ?? []).length === 0).toBe(false)
  }, 120_000)

  it('with another index asks no index', async () => {
    const { inventory, pypiRequests } = await resolvedProject(
      { 'requirements.txt': '--index-url https://pypi.acme.example/simple\nflask>=2\n' },
      { pypi },
    )
    expect(pypiRequests).toEqual([])
    expect(inventory.unresolved).toMatchObject([{ name: 'flask', reason: expect.stringContaining('another index') }])
  })
})

describe('a pyproject.toml', () => {
  it('brings its dependencies, and those of extras and groups', async () => {
    const { inventory } = await resolvedProject(
      {
        'pyproject.toml':
          '[project]\nname = "shop"\nversion = "1.0"\ndependencies = ["flask>=2,<3"]\n' +
          '[project.optional-dependencies]\nenv = ["dotenv"]\nall = ["shop[env]"]\ntest = ["pytest"]\n' +
          '[dependency-groups]\ndev = ["pytest"]\n',
      },
      { pypi },
    )
    expect(told(inventory)).toEqual([
      'dotenv@1.0 direct',
      'flask@2.0 direct',
      'markupsafe@1.0',
      'pluggy@1.0 dev',
      'pytest@8.0 direct dev',
      'werkzeug@3.1',
    ])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
  })

  it('does not count extras that contradict each other', async () => {
    const { inventory } = await resolvedProject(
      {
        'pyproject.toml':
          '[project]\nname = "shop"\ndependencies = ["markupsafe"]\n' +
          '[project.optional-dependencies]\nold = ["flask==1.0"]\nnew = ["flask==3.0"]\n',
      },
      { pypi },
    )
    expect(told(inventory)).toContain('flask@1.0 direct')
    expect(inventory.complete).toBe(true)
    expect(inventory.unresolved).toMatchObject([{ name: 'flask', isGap: false }])
  })

  it('of Poetry is read in its own notation', async () => {
    const { inventory } = await resolvedProject(
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\npython = "^3.10"\nflask = "^2.0"\n' +
          'windows = { version = "*", markers = "sys_platform == \'win32\'" }\n' +
          'dotenv = { version = "~1.0", python = "<3.5" }\n',
      },
      { pypi },
    )
    expect(told(inventory)).toEqual(['flask@2.0 direct', 'markupsafe@1.0', 'werkzeug@3.1'])
    expect(inventory.complete).toBe(true)
  })

  it('leaves names with their own source and the own name alone', async () => {
    const { pypiRequests } = await resolvedProject(
      {
        'pyproject.toml':
          '[project]\nname = "shop"\ndependencies = ["flask", "inner", "shop[x]"]\n' +
          '[tool.uv.sources]\ninner = { index = "acme" }\n',
      },
      { pypi },
    )
    expect(pypiRequests.some((path) => path.includes('inner') || path.includes('shop'))).toBe(false)
  })

  it('uses the exact versions of the requirements file beside it', async () => {
    const { inventory } = await resolvedProject(
      {
        'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["flask"]\n',
        'requirements.txt': 'flask==2.0\nwerkzeug==2.0\n',
      },
      { pypi },
    )
    expect(told(inventory)).toEqual(['flask@2.0 direct', 'werkzeug@2.0 direct'])
  })
})

describe('other manifests of Python', () => {
  it('are resolved too: setup.cfg and script metadata', async () => {
    const { inventory } = await resolvedProject(
      {
        'setup.cfg': '[metadata]\nname = shop\n[options]\ninstall_requires =\n    werkzeug<3\n',
        'run.py': '# /// script\n# dependencies = ["pytest"]\n# ///\n',
      },
      { pypi },
    )
    expect(told(inventory)).toEqual(['pluggy@1.0', 'pytest@8.0 direct', 'werkzeug@2.0 direct'])
    expect(inventory.complete).toBe(true)
  })
})
