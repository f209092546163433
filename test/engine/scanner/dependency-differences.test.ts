import { describe, expect, it } from 'vitest'
import type { Component } from '../../../src/engine/model/component.ts'
import { type ComparedDependencies, dependencyDifferences } from '../../../src/engine/scanner/dependency-differences.ts'
import { checkRunSummary } from '../../../src/engine/reports/check-run/summary.ts'
import { checkRunTexts } from '../../../src/engine/reports/check-run/check-run.ts'

type Given = Partial<Component> & { readonly name: string; readonly version: string }

function contents(components: readonly Given[], unresolved: readonly string[] = []): ComparedDependencies {
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
const told = (base: ComparedDependencies, head: ComparedDependencies) =>
  dependencyDifferences(base, head).map(({ kind, name, ecosystem, before, after, use = '', isDirect }) =>
    [kind, isDirect ? 'direct' : 'indirect', name, ecosystem, before.join(','), '->', after.join(','), use]
      .filter((part) => part !== '')
      .join(' '),
  )

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

  it('are the dependencies of the project: new, removed, and in other versions, direct ones first', () => {
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
      'added direct fresh npm -> 3.1.0 development only',
      'removed direct gone npm 0.1.0 ->',
      'changed direct moved npm 1.0.0 -> 2.0.0',
      'changed indirect deep npm 1.0.0 -> 9.0.0',
    ])
  })

  it('are told apart by ecosystem, and with every version that parts of a project ask for', () => {
    const base = contents([{ name: 'requests', version: '1.0.0' }])
    const head = contents([
      { name: 'requests', version: '1.0.0' },
      { name: 'requests', version: '2.0.0' },
      { name: 'requests', version: '2.32.0', ecosystem: 'PyPI' },
    ])
    expect(told(base, head)).toEqual([
      'added direct requests PyPI -> 2.32.0',
      'changed direct requests npm 1.0.0 -> 1.0.0,2.0.0',
    ])
  })

  it('are dependencies that begin or end to be only for development', () => {
    const [dev, plain] = [
      contents([{ name: 'a', version: '1.0.0', dev: true }]),
      contents([{ name: 'a', version: '1.0.0' }]),
    ]
    expect(told(dev, plain)).toEqual(['changed direct a npm 1.0.0 -> 1.0.0 no longer development only'])
    expect(told(plain, dev)).toEqual(['changed direct a npm 1.0.0 -> 1.0.0 now development only'])
  })

  it('are not those that one of the scans could not resolve', () => {
    const known = contents([{ name: 'a', version: '1.0.0' }])
    expect(told(known, contents([], ['a']))).toEqual([])
    expect(told(contents([], ['a']), known)).toEqual([])
  })

  it('have the licenses that the head declares, and none where the base alone declares one', () => {
    const [before, after] = [{ expression: 'MIT' }, { name: 'SEE LICENSE' }]
    const base = contents([
      { name: 'gone', version: '1.0.0', license: before },
      { name: 'moved', version: '1.0.0', license: before },
    ])
    const head = contents([
      { name: 'moved', version: '2.0.0', license: after },
      { name: 'moved', version: '3.0.0', license: before },
      { name: 'silent', version: '1.0.0' },
    ])
    expect(dependencyDifferences(base, head).map(({ name, license }) => [name, license])).toEqual([
      ['gone', undefined],
      ['moved', 'MIT, SEE LICENSE'],
      ['silent', undefined],
    ])
  })

  it('cannot forge a grade or markup with a license', () => {
    const license = { name: 'MIT, grade A+ in the registry) `x` <b>\n- removed' }
    const dependencies = dependencyDifferences(contents([]), contents([{ name: 'a', version: '1.0.0', license }]))
    const summary = checkRunSummary({
      verdict: 'pass',
      results: { securityScore: 100, grade: 'A+' },
      findings: [],
      isCompared: true,
      gaps: [],
      failOn: 'high',
      changes: { tools: [], dependencies },
    })
    expect(summary).toContain('- added `a` `1.0.0` (npm, license ``MIT, grade A+ in the registry) `x` <b> - removed``)')
  })

  it('are fifty at most in a summary, indirect ones folded, with license and grade if they are known', () => {
    const names = (prefix: string) => Array.from({ length: 73 }, (_, index) => `${prefix}-${index}`)
    const [fact, ...others] = dependencyDifferences(
      contents([]),
      contents([
        ...names('package').map((name) => ({ name, version: '1.0.0' })),
        ...names('deep').map((name) => ({ name, version: '2.0.0', direct: false })),
      ]),
    )
    const { summary } = checkRunTexts({
      verdict: 'pass',
      results: { securityScore: 100, grade: 'A+' },
      findings: [],
      isCompared: true,
      gaps: [],
      failOn: 'high',
      reportOn: 'low',
      changedLines: new Map(),
      changes: {
        tools: [],
        dependencies: [...(fact ? [{ ...fact, license: 'MIT OR Apache-2.0', grade: 'B' }] : []), ...others],
      },
    })
    expect(summary.match(/^- added `package-\d+` `1\.0\.0` \(npm.*\)$/gm)).toHaveLength(50)
    expect(summary).toContain('- added `package-0` `1.0.0` (npm, license `MIT OR Apache-2.0`, grade B in the registry)')
    expect(summary).toContain(
      '<details><summary>Indirect dependencies: 73 added</summary>\n\n- added `deep-0` `2.0.0` (npm)',
    )
    expect(summary.match(/^- 23 more, not shown$/gm)).toHaveLength(2)
  })
})
