import { mkdirSync, mkdtempSync, readdirSync, rmSync, rmdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nock from 'nock'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { advisoryState } from '../../../../src/service/scans/advisories/state.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { exportZip, feedFolder } from './support/feed-folder.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }
const base = 'https://osv.example/exports'
const serve = (path = '/exports/npm/all.zip') => nock('https://osv.example').get(path)
/** Ecosystems that a base lists. Undefined if it has no list. */
const ecosystems = (names?: string) =>
  nock('https://osv.example')
    .get('/exports/ecosystems.txt')
    .reply(names === undefined ? 404 : 200, names)
const always = () => nock('https://osv.example').persist().get('/exports/npm/all.zip')

beforeEach(async () => {
  await sql`delete from advisory_feeds`
  nock('https://osv.example')
    .persist()
    .get(/modified_id\.csv$/)
    .reply(404)
})
afterEach(() => nock.cleanAll())

function httpsSync(bases: readonly string[] = [base]) {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'assay-download-'))
  onTestFinished(() => {
    expect(readdirSync(temporaryFolder)).toEqual([])
    rmSync(temporaryFolder, { recursive: true })
  })
  return { ...advisorySync(database, bases), temporaryFolder }
}

describe('an https feed', () => {
  it('is downloaded, imported, and downloaded but not imported again', async () => {
    const sync = httpsSync()
    serve()
      .times(2)
      .reply(200, exportZip([{ id: 'A-1' }, { id: 'A-2' }]), { 'content-type': 'application/zip' })
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ base, outcome: 'imported', added: 2 }],
    })
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ base, outcome: 'unchanged' }],
    })
  })

  it.each<[string, () => void, string, string]>([
    ['an error page', () => always().reply(500, 'sorry'), 'unreachable', 'The advisory feed returned status 500.'],
    [
      'a refusal',
      () => {
        always().reply(403)
        ecosystems()
      },
      'unreachable',
      'The advisory feed returned status 403, and has no ecosystems.txt that shows whether it has ' +
        'npm. Check its URL.',
    ],
    [
      'nothing at all',
      () => {
        always().reply(404)
        ecosystems()
      },
      'unreachable',
      'The advisory feed returned status 404, and has no ecosystems.txt that shows whether it has ' +
        'npm. Check its URL.',
    ],
    [
      'nothing, and a web page for everything else',
      () => {
        always().reply(404)
        ecosystems('<!doctype html>\n<p>npm</p>')
      },
      'unreachable',
      'The advisory feed returned status 404, and has no ecosystems.txt that shows whether it has ' +
        'npm. Check its URL.',
    ],
    [
      'nothing, although it says that it has npm',
      () => {
        always().reply(404)
        ecosystems('PyPI\r\nnpm\r\n')
      },
      'missing',
      'The advisory feed lists npm in its ecosystems.txt, but does not provide its export (status 404).',
    ],
    [
      'a web page',
      () => always().reply(200, '<!doctype html>'),
      'broken-export',
      'The advisory export is not a valid zip file.',
    ],
    [
      'no connection',
      () => always().replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
      'unreachable',
      'The advisory feed could not be reached (connection-failed).',
    ],
  ])('that answers with %s is told without its address', async (_what, answer, code, error) => {
    const sync = httpsSync()
    answer()
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: false,
      feeds: [{ outcome: 'failed', code, error }],
    })
    expect(await advisoryState(sync, 'npm')).toMatchObject({
      date: undefined,
      complete: false,
      records: 0,
      lastError: error,
    })
  })

  it('removes downloads that a killed process left behind, and keeps those that may be under way', async () => {
    const sync = httpsSync()
    const [abandoned, underWay] = ['advisories-old', 'advisories-new'].map((name) => join(sync.temporaryFolder, name))
    for (const folder of [abandoned, underWay]) mkdirSync(folder ?? '')
    utimesSync(abandoned ?? '', new Date(0), new Date(0))
    serve().reply(404)
    ecosystems('PyPI')
    await syncEcosystem(sync, 'npm', options)
    expect(readdirSync(sync.temporaryFolder)).toEqual(['advisories-new'])
    rmdirSync(underWay ?? '')
  })

  it('is read under names that are percent-encoded, slashes at the end of the base aside', async () => {
    const sync = httpsSync([`${base}//`])
    serve('/exports/PyPI/all.zip').reply(
      200,
      exportZip([{ id: 'PYSEC-1', affected: [{ package: { ecosystem: 'PyPI', name: 'A.b' } }] }]),
    )
    expect(await syncEcosystem(sync, 'PyPI', options)).toMatchObject({ complete: true })
    expect(await sql`select ecosystem, package_name from advisory_affected where advisory_id = 'PYSEC-1'`).toEqual([
      { ecosystem: 'PyPI', package_name: 'a-b' },
    ])
  })
})

describe('several bases', () => {
  it('need not all have the ecosystem', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1' }])
    const sync = httpsSync([base, feed.base])
    serve().reply(404, 'NoSuchKey')
    ecosystems('PyPI\nGo\n')
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ outcome: 'missing' }, { outcome: 'imported' }],
    })
    expect(await advisoryState(sync, 'npm')).toMatchObject({ complete: true, records: 1, lastError: undefined })
  })

  it('may all lack it, which is no failure and no state either', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1' }], 'PyPI')
    const sync = httpsSync([base, feed.base])
    serve().reply(403)
    ecosystems('PyPI')
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: true,
      feeds: [{ outcome: 'missing' }, { outcome: 'missing' }],
    })
    expect(await advisoryState(sync, 'npm')).toMatchObject({
      date: undefined,
      complete: true,
      lastError: undefined,
      lastAttemptAt: expect.any(Date),
    })
  })

  it('are believed to lack it when they gave another one and do not say what they have', async () => {
    const sync = httpsSync()
    serve('/exports/PyPI/all.zip').reply(200, exportZip([{ id: 'A-1' }]))
    await syncEcosystem(sync, 'PyPI', options)
    serve().reply(404)
    ecosystems()
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({ complete: true, feeds: [{ outcome: 'missing' }] })
  })

  it('do not hinder each other', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1' }])
    const sync = httpsSync([base, feed.base])
    always().reply(500)
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: false,
      feeds: [{ outcome: 'failed' }, { outcome: 'imported' }],
    })
    const state = await advisoryState(sync, 'npm')
    expect(state).toMatchObject({
      complete: false,
      records: 1,
      lastError: 'The advisory feed returned status 500.',
    })
    expect(state.date).toBeDefined()
  })

  it('are as old as the oldest, and as new as the newest record that the oldest could have', async () => {
    const [one, other] = [feedFolder(), feedFolder()]
    one.publish([{ id: 'A-1', modified: '2025-05-01T00:00:00Z' }])
    other.publish([{ id: 'A-2', modified: '2025-06-01T00:00:00Z' }])
    const sync = advisorySync(database, [one.base, other.base])
    await syncEcosystem(sync, 'npm', options)
    await sql`update advisory_feeds set synced_at = '2025-05-15T00:00:00Z' where base = ${one.base}`
    expect((await advisoryState(sync, 'npm')).date).toEqual({
      syncedAt: '2025-05-15T00:00:00.000Z',
      newestModified: '2025-05-01T00:00:00.000Z',
    })
    expect((await advisoryState({ ...sync, bases: [other.base] }, 'npm')).date?.newestModified).toBe(
      '2025-06-01T00:00:00.000Z',
    )
    expect(await advisoryState({ ...sync, bases: [one.base, 'file:///nowhere'] }, 'npm')).toMatchObject({
      complete: false,
    })
    expect(await advisoryState({ ...sync, bases: [] }, 'npm')).toMatchObject({
      complete: false,
      date: undefined,
      records: 0,
    })
  })
})

describe('a base that had an ecosystem', () => {
  it('and has it no more keeps it, with an error', async () => {
    const sync = httpsSync()
    serve().reply(200, exportZip([{ id: 'A-1' }]))
    await syncEcosystem(sync, 'npm', options)
    serve().reply(404)
    ecosystems('PyPI')
    const error = 'The advisory feed no longer has npm.'
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: false,
      feeds: [{ outcome: 'failed', code: 'missing', error }],
    })
    expect(await advisoryState(sync, 'npm')).toMatchObject({ complete: true, records: 1, lastError: error })
  })
})

describe('a file: base', () => {
  it('that is not there is an error, not a base without the ecosystem', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1' }])
    const sync = advisorySync(database, [feed.base, 'file:///nowhere/osv'])
    expect(await syncEcosystem(sync, 'npm', options)).toMatchObject({
      complete: false,
      feeds: [
        { outcome: 'imported' },
        { outcome: 'failed', code: 'unreachable', error: 'The folder of the advisory feed cannot be read (ENOENT).' },
      ],
    })
  })
})
