import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The parser as the service runs it. */
const parser = new URL('../../../../dist/service/github/parse-payload.js', import.meta.url)

/** Parses a large delivery. The timer acts as the connection of the sender, which keeps the process running. */
const program = `
  import(${JSON.stringify(parser.href)}).then(async ({ createPayloadParser }) => {
    const connection = setInterval(() => {}, 1_000)
    const body = Buffer.from(JSON.stringify({ action: 'opened', text: 'x'.repeat(2 ** 21) }))
    process.stdout.write(JSON.stringify(await createPayloadParser()('pull_request', body)))
    clearInterval(connection)
  })`

it('lets a process end after it has parsed a large delivery', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { timeout: 20_000 })
  expect(JSON.parse(stdout)).toEqual({ action: 'opened' })
})
