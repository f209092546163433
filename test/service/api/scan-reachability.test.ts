import { expect, it } from 'vitest'
import { judgesReachability } from '../../../src/settings/reachability-setting.ts'
import { testApi } from '../../support/test-api.ts'

const url = 'https://www.npmjs.com/package/server'

it('a request cannot turn the analysis on if the service forbids it, and the error says what to do', async () => {
  const api = await testApi()
  const { call } = await api.account('one')
  const { status, json } = await call('POST', '/api/v1/scans/url', { url, reachability: true })
  expect([status, json.error.code]).toEqual([400, 'INVALID_REQUEST'])
  expect(json.error.details).toEqual([
    {
      path: 'body.reachability',
      message:
        'This service does not judge reachability. Omit the field, or ask the operator to set ASSAY_REACHABILITY to ' +
        'allowed or on.',
    },
  ])
  for (const value of ['true', 1, null]) {
    const wrong = await call('POST', '/api/v1/scans/url', { url, reachability: value })
    expect([wrong.status, wrong.json.error.details[0]?.path]).toEqual([400, 'body.reachability'])
  }
  const off = await call('POST', '/api/v1/scans/url', { url, reachability: false })
  expect([off.status, off.json.data]).toEqual([202, expect.objectContaining({ reachability: false })])
})

it('the choice of a request is stored with the scan, and shown', async () => {
  const api = await testApi({ reachability: 'allowed' })
  const { call } = await api.account('two')
  for (const [body, stored] of [
    [{ url, reachability: true }, true],
    [{ url, reachability: false }, false],
    [{ url }, null],
  ] as const) {
    const { json } = await call('POST', '/api/v1/scans/url', body)
    const { scanId, reachability } = json.data
    expect(reachability).toBe(stored ?? undefined)
    expect(await api.sql`select reachability from scans where id = ${String(scanId)}`).toEqual([
      { reachability: stored },
    ])
    expect((await call('GET', `/api/v1/scans/${String(scanId)}`)).json.data['reachability']).toBe(stored ?? undefined)
  }
})

it('a scan follows the choice of its request only within the setting of the service', () => {
  const outcomes = (['on', 'allowed', 'off'] as const).map((setting) =>
    [true, false, null, undefined].map((choice) => judgesReachability(setting, choice)),
  )
  expect(outcomes).toEqual([
    [true, false, true, true],
    [true, false, false, false],
    [false, false, false, false],
  ])
})
