import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { settingsSchemaPath } from '../../../src/service/pages/pages-router.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()

it("serves the schema of a project's settings to editors of every origin", async () => {
  const { status, headers, text } = await api.anonymous('GET', settingsSchemaPath)
  expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
    200,
    'application/schema+json; charset=utf-8',
    '*',
  ])
  const accepts = new Ajv2020({ strict: false, formats: { date: true } }).compile(JSON.parse(text))
  expect(['high', 'terrible'].map((failOn) => accepts({ failOn }))).toEqual([true, false])
})
