import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startDeadline } from '../../action/src/deadline.ts'
import { writeReports } from '../../action/src/reports.ts'
import { createRunner } from '../../action/src/runner.ts'
import { serviceAt } from '../../action/src/assay-service.ts'

const server = createServer(
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/sarif+json' }).end('{"version":"2.1.0"}'),
).listen(0, '127.0.0.1')
await once(server, 'listening')
const service = serviceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'))
const [workspace, outside] = [join(folder, 'workspace'), join(folder, 'outside')]
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  for (const path of [workspace, outside]) {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path)
  }
})

const write = (sarif: string) =>
  writeReports(
    { service, deadline: startDeadline(20_000), runner: createRunner({}, () => {}) },
    'scan_x',
    { sarif },
    { GITHUB_WORKSPACE: workspace },
  )

describe('a report', () => {
  it('is written where the input says, folders and all, over what was there, and leaves nothing else', async () => {
    expect(await write('a/b/x.sarif')).toEqual({ sarif: join(workspace, 'a/b/x.sarif') })
    await write('a/b/x.sarif')
    expect(readdirSync(join(workspace, 'a/b'))).toEqual(['x.sarif'])
    expect(JSON.parse(readFileSync(join(workspace, 'a/b/x.sarif'), 'utf8'))).toEqual({ version: '2.1.0' })
  })

  it('is written to a place of the author’s own as it is', async () => {
    await write('../outside/new/x.sarif')
    expect(readdirSync(join(outside, 'new'))).toEqual(['x.sarif'])
    symlinkSync(join(outside, 'new/x.sarif'), join(outside, 'device'))
    writeFileSync(join(outside, 'device'), '')
    await write(join(outside, 'device'))
    expect(JSON.parse(readFileSync(join(outside, 'new/x.sarif'), 'utf8'))).toEqual({ version: '2.1.0' })
  })

  it('takes the place of a link that a project left there, and not of what it leads to', async () => {
    writeFileSync(join(outside, 'profile'), 'mine')
    symlinkSync(join(outside, 'profile'), join(workspace, 'x.sarif'))
    await write('x.sarif')
    expect(readFileSync(join(outside, 'profile'), 'utf8')).toBe('mine')
    expect(lstatSync(join(workspace, 'x.sarif')).isSymbolicLink()).toBe(false)
  })

  it.each(['out/x.sarif', 'out/further/x.sarif'])(
    'is not written to %s where out is a link that leaves the workspace',
    async (path) => {
      symlinkSync(outside, join(workspace, 'out'))
      await expect(write(path)).rejects.toMatchObject({
        verdict: 'refused',
        message: 'sarif: cannot write the file: a symbolic link leads out of the workspace',
      })
      expect(readdirSync(outside)).toEqual([])
    },
  )

  it('is not written by a link to nothing', async () => {
    symlinkSync(join(outside, 'new'), join(workspace, 'out'))
    await expect(write('out/x.sarif')).rejects.toMatchObject({ verdict: 'refused' })
    expect(existsSync(join(outside, 'new'))).toBe(false)
  })

  it('that cannot take the place of a folder says so', async () => {
    mkdirSync(join(workspace, 'x.sarif'))
    await expect(write('x.sarif')).rejects.toMatchObject({ verdict: 'refused' })
    expect(readdirSync(workspace)).toEqual(['x.sarif'])
  })
})
