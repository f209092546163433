import assert from 'node:assert'
import { test } from 'node:test'
import { redact } from '../src/redact.ts'

test('a token in a header is taken out', () => {
  const fake = 'ghp_' + '0123456789'.repeat(4).slice(0, 36)
  assert.equal(redact(`Authorization: token ${fake}`), 'Authorization: token [redacted]')
})
