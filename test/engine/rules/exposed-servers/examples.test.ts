import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exposedServers } from '../../../../src/engine/rules/exposed-servers/detector.ts'
import { openingsIn } from './found-openings.ts'

/** The first line of an example contains the name of its file. */
const found = async (text: string) =>
  openingsIn({ [text.startsWith('# server.py\n') ? 'server.py' : 'server.ts']: text })
const numbered = (texts: readonly string[]): [number: number, text: string][] =>
  texts.map((text, index) => [index + 1, text])

describe.each(exposedServers.rules)('the examples of $id', ({ id, severity, examples }) => {
  it.each(numbered(examples.bad))('has this rule and no other in bad example %i', async (_number, text) => {
    const findings = await found(text)
    expect(findings.map(({ ruleId }) => ruleId)).toEqual([id])
    const [finding] = findings
    expect(finding?.severity).toBe(severity)
    expect(finding?.trace?.length).toBeGreaterThanOrEqual(2)
    expect(text.split('\n')[(finding?.location?.startLine ?? 0) - 1]?.trim()).not.toBe('')
  })

  it.each(numbered(examples.good))('has nothing in good example %i', async (_number, text) => {
    expect((await found(text)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })
})

describe('the rules about exposure', () => {
  it('have examples in both languages that begin with the name of their file', () => {
    const begins = exposedServers.rules.flatMap(({ id, examples: { bad, good } }) =>
      [bad, good].map((texts) => [id, [...new Set(texts.map((text) => text.split('\n')[0]))].sort()]),
    )
    expect(
      begins.filter(([, names]) => JSON.stringify(names) !== JSON.stringify(['# server.py', '// server.ts'])),
    ).toEqual([])
  })

  it('say in whole sentences what they find, why that matters and what helps', () => {
    const texts = exposedServers.rules.flatMap(({ what, why, remediation }) => [what, why, remediation])
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })
})

/** Rules for each class of pairs. */
const ruleOf: Readonly<Record<string, readonly string[]>> = {
  'missing-auth': ['missing-authentication'],
  'dns-rebinding': ['dns-rebinding', 'wildcard-cors'],
  'cors-misconfiguration': ['wildcard-cors'],
  'authz-bypass': ['authorization-bypass', 'tool-filter-bypass'],
}

const corpus = join(import.meta.dirname, '../../../corpus/pairs/structural')

describe.each(globSync('*/pair.json', { cwd: corpus }).sort())('the pair of %s', (path) => {
  const folder = join(corpus, path, '..')
  const pair: { readonly class: string; readonly sink: { readonly file: string; readonly line: number } } = JSON.parse(
    readFileSync(join(corpus, path), 'utf8'),
  )
  const openings = async (version: string) => {
    const files = Object.fromEntries(
      globSync('**/*.{ts,js,mjs,py}', { cwd: join(folder, version) }).map((file) => [
        relative('.', file),
        readFileSync(join(folder, version, file), 'utf8'),
      ]),
    )
    return (await openingsIn(files)).filter(({ ruleId }) => ruleOf[pair.class]?.includes(ruleId))
  }

  it('is distinguished, near the line that opens the port', async () => {
    const places = (await openings('vulnerable')).map(({ location }) => location)
    const near = places.filter(
      (place) => place?.path === pair.sink.file && Math.abs((place.startLine ?? 0) - pair.sink.line) <= 10,
    )
    expect(near.length, JSON.stringify(places)).toBeGreaterThan(0)
    expect((await openings('safe')).map(({ message }) => message)).toEqual([])
  })
})
