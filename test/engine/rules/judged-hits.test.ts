import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { hasEarned, judgedTable, readJudgedHits, reviewedHitsFile, reviewedHitsPath } from './corpus/judged-hits.ts'
import { withTable } from './corpus/tables.ts'

/** Signatures and checksums are verified, and advisories match versions, so there is nothing to judge. */
const verified = {
  detectors: new Set(['leaked-secrets', 'vulnerable-dependencies']),
  rules: new Set(['invalid-signature']),
}

describe('hits that were judged', () => {
  it('add up, one row for each rule that there is', async () => {
    const hits = await readJudgedHits()
    const known = new Set(detectors.flatMap(({ rules }) => rules.map(({ id }) => id)))
    expect(
      hits.filter(({ judged, right, doubtful, wrong }) => right + doubtful + wrong !== judged).map(({ rule }) => rule),
    ).toEqual([])
    expect(hits.filter(({ rule }) => !known.has(rule)).map(({ rule }) => rule)).toEqual([])
    expect(new Set(hits.map(({ rule }) => rule)).size).toBe(hits.length)
  })

  it('are what a rule has earned its high precision by', async () => {
    const earned = new Set((await readJudgedHits()).filter(hasEarned).map(({ rule }) => rule))
    const sure = detectors
      .filter(({ id }) => !verified.detectors.has(id))
      .flatMap(({ rules }) => rules)
      .filter(({ id, precision }) => (precision === 'high' || precision === 'very-high') && !verified.rules.has(id))
    expect(sure.filter(({ id }) => !earned.has(id)).map(({ id }) => id)).toEqual([])
    expect(sure.length).toBeGreaterThan(0)
  })

  it('are enough only where nine of ten are right, of at least twenty', () => {
    const hits = { rule: 'x', doubtful: 0, wrong: 0 }
    expect(hasEarned({ ...hits, judged: 20, right: 18, wrong: 2 })).toBe(true)
    expect(hasEarned({ ...hits, judged: 20, right: 17, doubtful: 3 })).toBe(false)
    expect(hasEarned({ ...hits, judged: 19, right: 19 })).toBe(false)
  })

  it('stand in the document', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/explanation/detection-method.md'), 'utf8')
    expect(
      withTable(text, judgedTable(await readJudgedHits()), 'judged'),
      'if that is meant, run: npm run corpus:figures',
    ).toBe(text)
  })

  it('stand in the file that the pages of rules show', async () => {
    expect(
      await readFile(join(import.meta.dirname, '../../..', reviewedHitsPath), 'utf8'),
      'if that is meant, run: npm run corpus:figures',
    ).toBe(reviewedHitsFile(await readJudgedHits()))
  })
})
