import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it(
  'requests that a connection sends before their answers came are served a few at a time, in their order, and ' +
    'it is cut when too many wait',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('../../support/pipelined-requests.ts', import.meta.url)),
    ])
    const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
    expect(JSON.parse(stdout)).toEqual({
      answers: [...numbers(13), ...numbers(13)],
      most: 3,
      bodies: numbers(12).map((number) => number * 10_000),
      cut: { served: ['/0', '/1', '/2'], ended: 'closed' },
      left: { served: ['/0', '/1', '/2'], ended: 'closed' },
    })
  },
)
