import { describe, expect, it } from 'vitest'
import { describeAdvisory } from '../../../src/engine/advisories/description.ts'
import { OsvAffected, OsvDescription } from '../../../src/engine/advisories/osv-record.ts'
import { severityOf } from '../../../src/engine/advisories/severity.ts'

const describeRecord = (id: string, record: Record<string, unknown> = {}, entries: unknown[] = []) =>
  describeAdvisory(
    id,
    OsvDescription.parse(record),
    entries.map((entry) => OsvAffected.parse(entry)),
  )

const labelled = (severity: unknown) => ({ database_specific: { severity } })
const v2High = { type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' }
const v3Medium = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:L' }
const v3Critical = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }
const v4Low = { type: 'CVSS_V4', score: 'CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N' }

describe('severityOf', () => {
  it.each<[string, ReturnType<typeof describeRecord>[], string]>([
    [
      'malware is critical whatever else is said',
      [describeRecord('MAL-1', labelled('LOW')), describeRecord('GHSA-a', labelled('LOW'))],
      'critical',
    ],
    [
      "GitHub's label before any CVSS",
      [
        describeRecord('GHSA-a', { ...labelled('MODERATE'), severity: [v3Critical] }),
        describeRecord('PYSEC-1', { severity: [v3Critical] }),
      ],
      'medium',
    ],
    [
      'the worst of several GitHub labels',
      [describeRecord('GHSA-a', labelled('LOW')), describeRecord('GHSA-b', labelled('HIGH'))],
      'high',
    ],
    [
      'CVSS of the group before the label of another database',
      [describeRecord('CVE-1', labelled('CRITICAL')), describeRecord('PYSEC-1', { severity: [v3Medium] })],
      'medium',
    ],
    ['v4 before v3', [describeRecord('PYSEC-1', { severity: [v3Critical, v4Low] })], 'low'],
    ['v3 before v2', [describeRecord('PYSEC-1', { severity: [v2High, v3Medium] })], 'medium'],
    ['v2 knows no critical', [describeRecord('PYSEC-1', { severity: [v2High] })], 'high'],
    [
      'the label of another database where there is nothing else',
      [describeRecord('CVE-1', labelled('critical'))],
      'critical',
    ],
    [
      'a broken vector says nothing',
      [describeRecord('CVE-1', { ...labelled('HIGH'), severity: [{ type: 'CVSS_V3', score: '9.8' }] })],
      'high',
    ],
    [
      'other schemes say nothing',
      [describeRecord('USN-1', { severity: [{ type: 'Ubuntu', score: 'high' }] })],
      'medium',
    ],
    ['nothing known is medium', [describeRecord('GO-1')], 'medium'],
    [
      'parts of other types say nothing',
      [describeRecord('GHSA-a', { ...labelled(9), severity: [null, 'HIGH', { type: 'CVSS_V3', score: 9.8 }] })],
      'medium',
    ],
    ['names of Object.prototype are no labels', [describeRecord('GHSA-a', labelled('constructor'))], 'medium'],
  ])('%s', (_what, advisories, severity) => {
    expect(severityOf(advisories)).toBe(severity)
  })
})

describe('describeAdvisory', () => {
  it('takes the summary, on one line', () => {
    expect(describeRecord('GHSA-a', { summary: ' Prototype\n  Pollution ', details: 'More.' }).summary).toBe(
      'Prototype Pollution',
    )
  })

  it.each([
    ['the first sentence of the details', { details: 'Version 1.2.3 is bad.\nIt really is.' }, 'Version 1.2.3 is bad.'],
    ['the details without a sentence', { details: 'bad version' }, 'bad version'],
    ['the id', { summary: '', details: ' ' }, 'GO-1'],
    ['200 characters at most', { details: 'x'.repeat(300) }, `${'x'.repeat(199)}…`],
  ])('takes %s instead', (_what, record, summary) => {
    expect(describeRecord('GO-1', record).summary).toBe(summary)
  })

  it('collects the weaknesses of the record and of malware entries', () => {
    expect(
      describeRecord('MAL-1', { database_specific: { cwe_ids: ['CWE-79', 7] } }, [
        { database_specific: { cwes: [{ cweId: 'CWE-506' }, {}] } },
      ]).cwe,
    ).toEqual(['CWE-79', 'CWE-506'])
  })
})
