import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { enterStored, storeScan } from '../registry/entered-scan.ts'
import { signedInByLink } from './account/browser-like.ts'
import { shown } from './hostile.ts'

const api = await testApi()
const { db } = api
const { accountId } = await api.account('one-that-scans')
const browser = await signedInByLink(api, accountId)

type Parts = Partial<Omit<Parameters<typeof storeScan>[2], 'source'>> & { readonly revision?: string }

/** Stores a scan of a package, and returns its ID. */
const scanOf = (name: string, { revision = '1.0.0', ...parts }: Parts = {}) =>
  storeScan(db, accountId, {
    source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision },
    ...parts,
  })

/** Returns the text of a page without tags. */
async function textOf(path: string): Promise<string> {
  const { text } = await api.anonymous('GET', `/scan/${path}`)
  return text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
}

const finding = (title: string, parts: Partial<Finding> = {}): Finding =>
  storedFinding({
    id: randomUUID(),
    fingerprint: title,
    title,
    ruleId: 'path-traversal',
    category: 'code',
    severity: 'medium',
    location: { path: 'src/a.ts', startLine: 7 },
    ...parts,
  })

describe('the first sentence of a report', () => {
  const certain = dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity: 'high', title: 'a 1.0.0: a flaw' })
  it.each<[string, readonly Finding[], string]>([
    ['severe', [certain], 'Do not install NAME because of a 1.0.0: a flaw (high).'],
    [
      'several',
      [certain, { ...certain, id: 'b', fingerprint: 'b' }, finding('c')],
      'Do not install NAME because of a 1.0.0: a flaw (high) and 1 more high or critical finding.',
    ],
    [
      'uncertain',
      [{ ...certain, precision: 'medium' }],
      'Review NAME before you install it because of a 1.0.0: a flaw (high).',
    ],
    [
      'severe, but about code that does not run',
      [finding('d', { severity: 'low' }), { ...certain, reachability: { status: 'not-loaded' } }],
      'Review NAME before you install it because of a 1.0.0: a flaw (high).',
    ],
    [
      'severe, but after many others',
      [
        ...Array.from({ length: 60 }, (_, index) => finding(`other ${index}`, { severity: 'low' })),
        { ...certain, reachability: { status: 'imported' } },
      ],
      'Review NAME before you install it because of a 1.0.0: a flaw (high).',
    ],
    [
      'of medium severity',
      [finding('one'), finding('two')],
      'Review NAME before you install it because of one (medium) and 1 more medium finding.',
    ],
    [
      'malware',
      [{ ...certain, ruleId: 'malicious-dependency', severity: 'critical' }],
      'Do not install NAME because of a 1.0.0: a flaw (critical): it contains known malware.',
    ],
    [
      'low',
      [finding('d', { severity: 'low' })],
      'Assay found no reason not to install NAME : no open finding is above',
    ],
  ])('says what to do if the findings are %s', async (_, findings, expected) => {
    const name = `advised-${randomUUID()}`
    expect(await textOf(await scanOf(name, { findings }))).toContain(expected.replace('NAME', `${name}@1.0.0`))
  })

  it('does not call a project without findings safe if the scan has gaps', async () => {
    const text = await textOf(await scanOf('with-gaps', { coverage: { gaps: ['No lockfile.', 'No time.'] } }))
    expect(text).toContain('Read what was not analyzed before you install with-gaps@1.0.0 : no open finding in the')
    expect(text).toContain('Not analyzed No lockfile. All 2 coverage gaps .')
  })

  it('says why a failed check can have a good grade', async () => {
    const uncertain = dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity: 'high', precision: 'medium' })
    expect(await textOf(await scanOf('good-grade', { findings: [uncertain] }))).toContain(
      'Failed: 1 open finding is high or worse. The grade is still A because it weighs findings by severity and',
    )
  })

  it('names the direct dependency that a project can upgrade', async () => {
    const path = ['project@1.0.0', 'mkdirp@0.5.1', 'a@1.0.0']
    const flaw = dependencyFinding('GHSA-aaaa-bbbb-cccc', { severity: 'high' })
    const component = flaw.component && {
      ...flaw.component,
      direct: false,
      introducedBy: [{ manifest: 'package-lock.json', path }],
    }
    const findings = [1, 2].map((number) => ({
      ...flaw,
      ...(component && { component }),
      id: `f${number}`,
      fingerprint: `${number}`,
    }))
    expect(await textOf(await scanOf('transitive', { findings }))).toContain(
      'What to do Upgrade mkdirp to a release that uses a 1.0.1 or later, or override a.',
    )
  })
})

describe('what changed', () => {
  const [old, kept, fresh] = ['an old one', 'a kept one', 'a new one'].map((title) => finding(title))

  it('is the difference to the previous scan in the registry', async () => {
    const before = await scanOf('changing', { findings: [old, kept].flatMap((each) => each ?? []) })
    await enterStored(db, before, '1.0.0')
    const after = await scanOf('changing', { revision: '1.1.0', findings: [kept, fresh].flatMap((each) => each ?? []) })
    await enterStored(db, after, '1.1.0')
    const text = await textOf(after)
    expect(text).toMatch(/What changed 1 new, 1 gone since 1\.0\.0 of 1 Mar 2026/)
    expect(text).toMatch(/New: 1 medium a new one No longer open: 1 medium an old one/)
    expect(await textOf(before)).toContain('No earlier public report is stored.')
  })

  it('is for a member the difference to the registry if the account has no earlier scan', async () => {
    const other = await api.account('another-that-scans')
    const publicBefore = await storeScan(db, other.accountId, {
      source: { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/shared', revision: '1.0.0' },
      findings: [{ ...finding('Command injection in tool "x"'), severity: 'critical' as const }],
      completedAt: new Date(),
    })
    await enterStored(db, publicBefore, '1.0.0')
    const soon = new Date(Date.now() + 1_000)
    const textFor = async (id: string) => shown((await browser.get(`/scan/${id}`)).text)
    const text = await textFor(await scanOf('shared', { revision: '1.1.0', completedAt: soon }))
    expect(text).toContain('0 new, 1 gone since 1.0.0 of')
    // Details of a recent finding of another account stay withheld.
    expect(text).not.toContain('tool "x"')
    expect(await textFor(await scanOf('not-shared'))).toContain(
      'This account has no earlier stored scan of this source.',
    )
  })

  it('does not call a finding fixed or new that an incomplete scan did not see', async () => {
    const gaps = { coverage: { gaps: ['No time.'] } }
    const before = await scanOf('gapped', { findings: [old, kept].flatMap((each) => each ?? []) })
    await enterStored(db, before, '1.0.0')
    const now = await textOf(await scanOf('gapped', { findings: [kept].flatMap((each) => each ?? []), ...gaps }))
    expect(now).toMatch(
      /0 new, 1 not seen since the scan of 1 Mar 2026 .* advisories, rules, dependencies, or coverage changed\./,
    )
    expect(now).toContain('This scan is incomplete, so it does not show that a finding is gone.')
    expect(now).toContain('Not seen by this incomplete scan: 1 medium an old one')
    expect(now).not.toContain('No longer open')

    await scanOf('resumed', { ...gaps })
    const after = await scanOf('resumed', { revision: '1.1.0', findings: [fresh].flatMap((each) => each ?? []) })
    const { text } = await browser.get(`/scan/${after}`)
    const later = shown(text)
    expect(later).toContain('The earlier scan is incomplete, so it can have missed findings that are listed as new.')
    expect(later).toContain('New, or not seen by the incomplete earlier scan: 1 medium a new one')
    expect(later).not.toContain('New: 1')
  })

  it('does not reveal scans of an account that the registry does not list', async () => {
    await scanOf('unlisted', { findings: [finding('a')] })
    const text = await textOf(await scanOf('unlisted', { findings: [finding('b')] }))
    expect(text).toContain('No earlier public report is stored.')
    expect(text).not.toContain('No longer open')
  })
})

it('puts many findings of one rule into one row, each with its link', async () => {
  const findings = Array.from({ length: 17 }, (_, number) => finding(`Path traversal in tool "tool_${number}"`))
  const { text } = await api.anonymous('GET', `/scan/${await scanOf('alike', { findings })}`)
  expect(text.match(/<tr role="row"><td/g)).toHaveLength(1)
  expect(text.match(/href="\/scan\/[^"]+\/findings\//g)?.length).toBeGreaterThanOrEqual(17)
})

it('says how old the advisories are', async () => {
  const day = 24 * 60 * 60_000
  const syncedAt = new Date(Date.now() - 20 * day - 1_000).toISOString()
  expect(await textOf(await scanOf('aged', { coverage: { advisories: { npm: { syncedAt } } } }))).toMatch(
    /Advisory data Synced on [^,]+, 20 days old\. Scan again to match newer advisories\./,
  )
})
