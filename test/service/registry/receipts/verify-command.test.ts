import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { digestOfFiles } from '../../../../src/engine/model/snapshot-digest.ts'
import { artifactDigests } from '../../../../src/engine/receipts/artifact-digests.ts'
import { filesAlgorithm } from '../../../../src/engine/receipts/subject.ts'
import { runAssay } from '../../../support/assay-process.ts'
import { testApi } from '../../../support/test-api.ts'
import { archive, insertReceiptedServer } from './receipted-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-receipt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const api = await testApi()

it('verifies by the commands of the documentation', { timeout: 120_000 }, async () => {
  await insertReceiptedServer(api.db, { slug: 'npm-server' })
  writeFileSync(join(folder, 'server-1.0.0.tgz'), archive)
  const block =
    /```\n(curl -s \$ASSAY_URL[\s\S]*?)```/.exec(readFileSync('docs/explanation/registry.md', 'utf8'))?.[1] ?? ''
  const saved = [...block.matchAll(/^curl -s \$ASSAY_URL(\S+) > (\S+)$/gm)]
  expect(saved).toHaveLength(2)
  for (const [, path = '', name = ''] of saved)
    writeFileSync(join(folder, name), (await api.anonymous('GET', path)).text)
  const words =
    /^npm run -s assay -- (.*)$/m
      .exec(block)?.[1]
      ?.split(' ')
      .map((word) => (/\.(?:json|tgz)$/.test(word) ? join(folder, word) : word)) ?? []
  const { code, out, err } = await runAssay(words, {})
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(
    new RegExp(
      String.raw`^yes {2}signature[\s\S]*\nyes {2}key[\s\S]*\nyes {2}time[\s\S]*\nyes {2}artifact[\s\S]*` +
        String.raw`pkg:npm\/server@1\.0\.0\npass, 92\/100`,
    ),
  )
})

it('counts the folder of a repository as its scan does, and an archive by its bytes', async () => {
  const checkout = join(folder, 'checkout')
  mkdirSync(join(checkout, 'src'), { recursive: true })
  const contents = { 'README.md': '# read', 'src/index.js': 'start()\n' }
  for (const [path, content] of Object.entries(contents)) writeFileSync(join(checkout, path), content)
  execFileSync('git', ['init', '-q', checkout])
  const digest = await digestOfFiles(
    new Map(
      Object.entries(contents).map(([path, content]) => [
        path,
        { path, size: content.length, content: Buffer.from(content) },
      ]),
    ),
  )
  const { signal } = new AbortController()
  expect(await artifactDigests(checkout, signal)).toEqual({
    [filesAlgorithm]: Buffer.from(digest.slice('sha256-'.length), 'base64').toString('hex'),
  })
  writeFileSync(join(folder, 'one.tgz'), archive)
  expect(Object.keys(await artifactDigests(join(folder, 'one.tgz'), signal))).toEqual(['sha256', 'sha384', 'sha512'])
  await expect(artifactDigests(join(folder, 'absent'), signal)).rejects.toThrow()
})
