import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesBetween, type ScanContents } from '../../../../src/service/github/checks/change-list.ts'
import type { Component } from '../../../../src/engine/model/component.ts'
import { checkRunTexts } from '../../../../src/engine/reports/check-run/check-run.ts'
import { installedApp, projectWith } from './installed-app.ts'

type Given = Partial<Component> & { readonly name: string; readonly version: string }

function contents(components: readonly Given[], unresolved: readonly string[] = []): ScanContents {
  const project: Given = {
    name: 'project',
    version: '1.0.0',
    introducedBy: [{ manifest: 'package.json', path: ['project@1.0.0'] }],
  }
  return {
    unresolved: new Set(unresolved),
    components: [project, ...components].map(({ name, version, ...rest }) => ({
      purl: `pkg:npm/${name}@${version}`,
      name,
      version,
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [{ manifest: 'package-lock.json', path: ['project@1.0.0', `${name}@${version}`] }],
      ...rest,
    })),
  }
}
const told = (base: ScanContents, head: ScanContents) =>
  changesBetween(base, head).map(({ kind, name, detail }) => `${kind} ${name}: ${detail}`)

describe('what changes beside findings', () => {
  it('is nothing where nothing does, the version of the project itself apart', () => {
    const same = contents([{ name: 'left', version: '1.0.0' }])
    expect(told(same, same)).toEqual([])
    expect(
      told(same, {
        ...same,
        components: same.components.map((component) =>
          component.name === 'project' ? { ...component, version: '2.0.0' } : component,
        ),
      }),
    ).toEqual([])
  })

  it('are the dependencies of the project itself: new, gone and in other versions', () => {
    const base = contents([
      { name: 'gone', version: '0.1.0' },
      { name: 'moved', version: '1.0.0' },
      { name: 'deep', version: '1.0.0', direct: false },
    ])
    const head = contents([
      { name: 'moved', version: '2.0.0' },
      { name: 'deep', version: '9.0.0', direct: false },
      { name: 'fresh', version: '3.1.0', dev: true },
    ])
    expect(told(base, head)).toEqual([
      'added fresh: npm 3.1.0, development only',
      'removed gone: npm 0.1.0',
      'changed moved: npm 1.0.0 → 2.0.0',
    ])
  })

  it('are told apart by ecosystem, and with every version that parts of a project ask for', () => {
    const base = contents([{ name: 'requests', version: '1.0.0' }])
    const head = contents([
      { name: 'requests', version: '1.0.0' },
      { name: 'requests', version: '2.0.0' },
      { name: 'requests', version: '2.32.0', ecosystem: 'PyPI' },
    ])
    expect(told(base, head)).toEqual(['added requests: PyPI 2.32.0', 'changed requests: npm 1.0.0 → 1.0.0, 2.0.0'])
  })

  it('are dependencies that begin or end to be only for development', () => {
    const [dev, plain] = [
      contents([{ name: 'a', version: '1.0.0', dev: true }]),
      contents([{ name: 'a', version: '1.0.0' }]),
    ]
    expect(told(dev, plain)).toEqual(['changed a: npm 1.0.0, no longer development only'])
    expect(told(plain, dev)).toEqual(['changed a: npm 1.0.0, now development only'])
  })

  it('are not those that one of the scans could not resolve', () => {
    const known = contents([{ name: 'a', version: '1.0.0' }])
    expect(told(known, contents([], ['a']))).toEqual([])
    expect(told(contents([], ['a']), known)).toEqual([])
  })

  it('are told fifty at most in a summary, with the number of the rest', () => {
    const toolChanges = changesBetween(
      contents([]),
      contents(Array.from({ length: 73 }, (_, index) => ({ name: `package-${index}`, version: '1.0.0' }))),
    )
    const { summary } = checkRunTexts({
      verdict: 'pass',
      results: {
        securityScore: 100,
        grade: 'A+',
        vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
        partial: false,
        method: '1',
      },
      findings: [],
      isCompared: true,
      gaps: [],
      failOn: 'high',
      reportOn: 'low',
      changedLines: new Map(),
      toolChanges,
    })
    expect(summary.match(/^- added: `package-\d+` npm 1\.0\.0$/gm)).toHaveLength(50)
    expect(summary).toContain('- 23 more, not shown')
  })
})

describe('the check run of a pull request', () => {
  let app: Awaited<ReturnType<typeof installedApp>>
  beforeAll(async () => {
    app = await installedApp()
  }, 240_000)
  afterAll(() => app[Symbol.asyncDispose]())

  it('tells the dependencies that it brings, moves and takes away', async () => {
    const repository = app.repository('changes')
    const base = repository.git.commit(projectWith({ flawed: '1.2.6', 'old-one': '1.0.0' }))
    const head = repository.git.commit(projectWith({ flawed: '1.2.7', 'new-one': '0.3.0' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    app.compare(repository, base, head)
    await app.sendPullRequest(repository, { head, base })
    const { summary } = (await app.run(head)).output
    expect(summary).toContain('**Other changes**')
    expect(summary?.match(/^- (?:added|changed|removed): .*$/gm)).toEqual([
      '- changed: `flawed` npm 1.2.6 → 1.2.7',
      '- added: `new-one` npm 0.3.0',
      '- removed: `old-one` npm 1.0.0',
    ])
  }, 240_000)
})
