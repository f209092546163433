import { noFlows } from '../../../src/engine/analysis/flow.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vulnerableDependencies } from '../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import { codeFingerprints } from '../../../src/engine/model/fingerprint.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'

const one = (code: string, symbol?: string, ruleId = 'command-injection') =>
  codeFingerprints([{ ruleId, code, symbol }])[0]

/** A line of code as a sequence of words and punctuation. */
const tokens = fc.array(
  fc.constantFrom(
    'const',
    'x',
    '=',
    'run',
    '(',
    ')',
    '`a`',
    '.',
    ',',
    'await',
    'größe',
    '=>',
    '{',
    '}',
    '_y',
    '$z',
    '1',
  ),
  { minLength: 1, maxLength: 30 },
)
const space = fc.constantFrom(' ', '  ', '\t', '\n', '\r\n    ')
const isWord = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}_$]/u.test(text)

describe('the fingerprint of a finding in code', () => {
  it('survives every way of indenting, breaking and spacing the same code', () => {
    const spaced = fc
      .tuple(tokens, fc.infiniteStream(space), fc.infiniteStream(fc.boolean()))
      .map(([list, spaces, choices]) => {
        const write = (isLoose: () => boolean) =>
          list
            .map(
              (token, index) =>
                (index > 0 && (isLoose() || (isWord(list[index - 1]?.at(-1)) && isWord(token[0])))
                  ? (spaces.next().value ?? ' ')
                  : '') + token,
            )
            .join('')
        return [
          write(() => choices.next().value === true),
          `\n\t${write(() => choices.next().value === true)}  `,
        ] as const
      })
    fc.assert(
      fc.property(spaced, ([a, b]) => {
        expect([one(a), a]).toEqual([one(b), a])
      }),
    )
  })

  it('is another one for other code, another rule and another function', () => {
    const all = [
      one('run(x)'),
      one('run(y)'),
      one('return x'),
      one('returnx'),
      one('run(x)', 'f'),
      one('run(x)', 'g'),
      one('run(x)', undefined, 'other-rule'),
      one('', 'run(x)'),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((text) => /^[0-9a-f]{32}$/.test(text ?? ''))).toBe(true)
  })

  it('tells those that are alike apart, and one more or less changes only the last', () => {
    const context = { ruleId: 'command-injection', code: 'run(x)', symbol: 'f' }
    const other = { ...context, code: 'run(y)' }
    const three = codeFingerprints([context, other, context, context])
    expect(new Set(three).size).toBe(4)
    expect(codeFingerprints([context, context])).toEqual([three[0], three[2]])
    expect(codeFingerprints([other, context])).toEqual([three[1], three[0]])
  })

  it('knows no path and no line, so that a renamed file and moved lines keep it', () => {
    const found = (text: string) =>
      text
        .split('\n')
        .flatMap((line) => (line.includes('exec(') ? [{ ruleId: 'command-injection', code: line, symbol: 'f' }] : []))
    const before = found('function f() {\n  exec(a)\n  exec(b)\n}')
    const after = found('// a header\n\nimport x\nfunction f() {\n\n\t\texec( a )\n    other()\n        exec(b)\n}')
    expect(codeFingerprints(after)).toEqual(codeFingerprints(before))
  })
})

/** Returns the fingerprints of one advisory that affects every package of the project, sorted. */
async function dependencyFingerprints(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { components } = await projectInventoryOf(files)
  const advisoryMatches = components.map((component) => ({
    component,
    advisory: { id: 'GHSA-aaaa-bbbb-cccc', aliases: [], url: 'https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc' },
    summary: 'a flaw',
    severity: 'high' as const,
    cwe: [],
    malicious: false,
  }))
  const fingerprints: string[] = []
  for await (const { fingerprint } of vulnerableDependencies.detect({
    snapshot: projectSnapshot(files),
    components,
    advisoryMatches,
    flows: noFlows,
    signal: new AbortController().signal,
  }))
    fingerprints.push(fingerprint)
  return fingerprints.sort()
}

describe('the fingerprint of a flawed package', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 6 })
  const lockfile = (packages: readonly string[], version: string) => ({
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', version: '1.0.0', dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) },
      ...Object.fromEntries(packages.map((name) => [`node_modules/${name}`, { version }])),
    },
  })

  it('survives moved lines, re-indentation, renamed folders and upgrades that do not help', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom('web', 'a/b', 'packages/x y'), async (packages, folder) => {
        const before = await dependencyFingerprints({
          'package.json': '{"name":"project","version":"1.0.0"}',
          'package-lock.json': JSON.stringify(lockfile(packages, '1.0.0')),
        })
        const after = await dependencyFingerprints({
          [`${folder}/package.json`]: '{"name":"project","version":"1.0.0"}',
          [`${folder}/package-lock.json`]: `\n\n${JSON.stringify(
            lockfile(packages.toReversed(), '1.0.1'),
            undefined,
            '\t',
          )}`,
        })
        expect(before.length).toBeGreaterThan(0)
        expect(after).toEqual(before)
      }),
      { numRuns: 6 },
    )
    // Each run starts four child processes. On a loaded machine, one takes a second.
  }, 120_000)
})
